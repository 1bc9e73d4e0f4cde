package dev.ductile.runtime.server;

import dev.ductile.runtime.protocol.Message;
import java.util.Optional;

/**
 * Writes this server's part of checkpoints: a copy of the numbers made at the right moment, which
 * goes to disk while training goes on.
 */
final class Saving {
  private final Context context;
  private Optional<Message.Save> wanted = Optional.empty();

  Saving(Context context) {
    this.context = context;
  }

  /** The one before, if it has not begun, is forgotten. */
  void want(Message.Save save) {
    wanted = Optional.of(save);
  }

  /** Begins to save, if this is the moment. */
  void reached() {
    if (wanted.isPresent() && context.step() >= wanted.get().clock()) {
      wanted = Optional.empty();
    }
  }
}
