package dev.ductile.scenario;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A question about the speed of a job at some sizes.
 *
 * @param sizes the sizes
 * @param perNode the number of workers that share a node; all of them if it is absent
 */
public record Question(Speed speed, List<Size> sizes, OptionalInt perNode) {
  public static final int MOST_SIZES = 10_000;
  public static final int MOST_TASKS = 100_000;

  public Question {
    sizes = List.copyOf(sizes);
    if (sizes.isEmpty() || sizes.size() > MOST_SIZES) {
      throw new IllegalArgumentException(
          "a question needs 1 to %d sizes, not %d".formatted(MOST_SIZES, sizes.size()));
    }
    if (perNode.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "perNode must be at least 1, not %d".formatted(perNode.getAsInt()));
    }
  }

  /** The allocation of a size: servers are placed on the nodes of the first workers. */
  public Allocation where(Size size) {
    return perNode.isEmpty() || size.workers() <= perNode.getAsInt()
        ? Allocation.together(size)
        : spread(size, perNode.getAsInt());
  }

  private static Allocation spread(Size size, int perNode) {
    var shares = new ArrayList<Allocation.Share>();
    int left = size.workers();
    for (int number = 0; left > 0; number++) {
      int workers = Math.min(left, perNode);
      int servers = number == 0 ? size.servers() : 0;
      shares.add(
          new Allocation.Share(
              new NodeId("node-%06d".formatted(number)), new Size(workers, servers)));
      left -= workers;
    }
    return new Allocation(shares);
  }
}
