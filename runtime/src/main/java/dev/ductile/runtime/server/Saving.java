package dev.ductile.runtime.server;

import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Frozen;
import dev.ductile.runtime.state.PartFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  /** Begins to save, if this is the moment; if it is past, the master sees that from the answer. */
  void reached() {
    if (wanted.isEmpty() || context.step() < wanted.get().clock()) {
      return;
    }
    Path directory = Path.of(wanted.get().directory());
    wanted = Optional.empty();
    long clock = context.step();
    List<Frozen> frozen =
        context.members().led().stream().map(context::led).map(Copy::freeze).toList();
    Thread.ofVirtual().name("save").start(() -> write(directory, clock, frozen));
  }

  /** On a thread of its own. */
  private void write(Path directory, long clock, List<Frozen> frozen) {
    String name = "server-%d.safetensors".formatted(context.self());
    Stock stock = context.stock();
    try {
      PartFile.write(directory.resolve(name), stock.layout(), stock.slots(), frozen);
      context.around().loop().execute(() -> context.tell(new Message.Saved(clock, name)));
    } catch (IOException e) {
      context
          .around()
          .loop()
          .execute(() ->
              context.trouble("no checkpoint of step %d in %s: %s".formatted(clock, directory, e)));
    }
  }
}
