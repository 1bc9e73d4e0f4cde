package dev.ductile.cli.train;

import java.util.OptionalInt;
import java.util.function.Consumer;

/** What a person wants of a running job. */
public sealed interface Wish {
  /** Another size; a role that is not named stays as it is. */
  record Resize(OptionalInt workers, OptionalInt servers, Consumer<Reply> reply) implements Wish {}

  /** So many more, or less where negative. */
  record Nudge(int workers, int servers) implements Wish {}

  /** Save, and end. */
  record Stop() implements Wish {}
}
