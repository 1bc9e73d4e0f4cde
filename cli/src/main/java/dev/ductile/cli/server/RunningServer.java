package dev.ductile.cli.server;

import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.Signals;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Runs a server until a signal or a failure ends it. */
public final class RunningServer {
  /** The longest time of an orderly stop; jobs go on in any case. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

  private static final int FAILED = 1;

  private final ServerOptions options;
  private final Consumer<String> notes;

  public RunningServer(ServerOptions options, Consumer<String> notes) {
    this.options = options;
    this.notes = notes;
  }

  /**
   * Reads the server file again at SIGHUP, as systemd sends it. In a terminal, SIGHUP is its end,
   * which ends the server.
   */
  private void reloadAtHangUp(DuctileServer server) {
    if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
      return;
    }
    try {
      var _ = Signals.handle("HUP", () -> ReloadNotes.of(server.reloadBySignal()).forEach(notes));
    } catch (ReflectiveOperationException | RuntimeException _) {
      notes.accept("this system has no SIGHUP; reload with 'ductile reload'");
    }
  }

  /** The exit status of the process. */
  public int run() throws IOException {
    try (var interruption = new Interruption(LONGEST_STOP).listen()) {
      var stop = new CompletableFuture<Void>();
      interruption.whenRequested(() -> stop.complete(null));
      try (DuctileServer server = DuctileServer.start(options)) {
        reloadAtHangUp(server);
        notes.accept("the server is at %s".formatted(server.address()));
        if (Files.exists(server.folder().token())) {
          notes.accept(
              "sign in to the page with the token in %s".formatted(server.folder().token()));
        }
        CompletableFuture.anyOf(stop, server.ended()).join();
        notes.accept("the server stops; jobs go on");
        return 0;
      } catch (CompletionException failed) {
        notes.accept(
            "the scheduler has failed: %s; jobs go on, and the next server takes them over"
                .formatted(failed.getCause()));
        return FAILED;
      }
    }
  }
}
