package dev.ductile.models.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bursts put together to transfers, which alternate: by their direction and their size, and not by
 * the pauses between them, for nobody knows how long those are on another network.
 */
final class Transfers {
  /** What is this much smaller than is usual for its direction is a message, not a transfer. */
  private static final double SMALL = 0.1;

  private static final int MOST_ROUNDS = 8;

  private Transfers() {}

  /**
   * The transfers alone. Small messages are left out, and what they had cut apart is one again;
   * that makes the others larger, which may show that more of them are small.
   */
  static List<Transfer> of(Bursts bursts) {
    var runs = new ArrayList<Transfer>();
    for (int i = 0; i < bursts.count(); i++) {
      join(runs, Transfer.of(bursts, i));
    }
    List<Transfer> now = runs;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Transfer> next = withoutSmall(now);
      if (next.size() == now.size()) {
        break;
      }
      now = next;
    }
    return now.stream().map(transfer -> transfer.core(bursts)).toList();
  }

  private static void join(List<Transfer> runs, Transfer next) {
    if (!runs.isEmpty() && runs.getLast().isDown() == next.isDown()) {
      runs.set(runs.size() - 1, runs.getLast().with(next));
    } else {
      runs.add(next);
    }
  }

  private static List<Transfer> withoutSmall(List<Transfer> transfers) {
    double leastDown = SMALL * usual(transfers, true);
    double leastUp = SMALL * usual(transfers, false);
    var large = new ArrayList<Transfer>();
    for (Transfer transfer : transfers) {
      if (transfer.bytes() >= (transfer.isDown() ? leastDown : leastUp)) {
        join(large, transfer);
      }
    }
    return large;
  }

  /** The size such that half of a direction's bytes are in transfers at least that large. */
  private static long usual(List<Transfer> transfers, boolean down) {
    long[] sizes =
        transfers.stream()
            .filter(transfer -> transfer.isDown() == down)
            .mapToLong(Transfer::bytes)
            .sorted()
            .toArray();
    double half = 0.5 * Arrays.stream(sizes).sum();
    long sum = 0;
    for (int i = sizes.length - 1; i >= 0; i--) {
      sum += sizes[i];
      if (sum >= half) {
        return sizes[i];
      }
    }
    return 0;
  }
}
