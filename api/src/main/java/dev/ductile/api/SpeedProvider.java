package dev.ductile.api;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Provides a speed model under the name that files use ({@code model: table}); found by {@link
 * java.util.ServiceLoader}.
 *
 * @param <S> the parameters of the model as a file writes them: a record whose constructor checks
 *     them
 */
public interface SpeedProvider<S extends Record> {
  String name();

  /** One line for people. */
  String summary();

  Class<S> parameters();

  Speed create(S parameters);

  /** The sizes that {@code ductile predict} shows by default: 1, 2, 4 and on to 64 workers. */
  default List<Size> sizes(S parameters) {
    return doublings(0);
  }

  /** 1, 2, 4 and on to 64 workers, each with this many servers. */
  static List<Size> doublings(int servers) {
    return IntStream.rangeClosed(0, 6).mapToObj(power -> new Size(1 << power, servers)).toList();
  }
}
