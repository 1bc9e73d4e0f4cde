package dev.ductile.models.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Groups bursts into alternating transfers by direction and size. It does not use the length of
 * pauses alone, because it differs between networks.
 */
final class Transfers {
  /** A transfer smaller than this share of the usual size of its direction is a message. */
  private static final double SMALL = 0.1;

  private static final int MOST_ROUNDS = 8;

  private Transfers() {}

  /**
   * The transfers without small messages. Removing a message merges the transfers around it. The
   * merged transfers are larger, so that further ones may count as small.
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

  /**
   * The weighted median size: half of the direction's bytes are in transfers of at least this size.
   */
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
