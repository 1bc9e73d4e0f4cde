package dev.ductile.server;

import dev.ductile.rest.DecisionView;
import dev.ductile.server.tracing.DecisionTracing;
import dev.ductile.server.tracing.RoundTracing;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The tracing of a server, if its file names a collector. */
final class ServerTracing {
  private ServerTracing() {}

  /**
   * Opens the tracing, or none.
   *
   * @param lastDecision the record of the decision that was made last
   * @param opened takes what the server closes when it stops
   */
  static RoundTracing open(
      ServerOptions options,
      Supplier<Optional<DecisionView>> lastDecision,
      Consumer<AutoCloseable> opened) {
    Optional<DecisionTracing> tracing =
        options
            .settings()
            .tracing()
            .map(collector ->
                new DecisionTracing(
                    collector,
                    options.http().version(),
                    lastDecision,
                    options.time().clock(),
                    options.time().nanos(),
                    options.notes()));
    tracing.ifPresent(opened);
    return tracing.<RoundTracing>map(made -> made).orElse(RoundTracing.NONE);
  }
}
