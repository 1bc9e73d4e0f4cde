package dev.ductile.api;

/**
 * Offers a speed model under the name that files give it ({@code model: table}); found by {@link
 * java.util.ServiceLoader}.
 *
 * @param <S> the model's parameters as they stand in the file: a record whose constructor checks
 *     them
 */
public interface SpeedProvider<S extends Record> {
  String name();

  /** One line for people. */
  String summary();

  Class<S> parameters();

  Speed create(S parameters);
}
