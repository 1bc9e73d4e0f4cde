package dev.ductile.server.routes;

import dev.ductile.rest.Reloaded;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Route;
import dev.ductile.server.reload.ReloadOutcome;
import java.util.function.Supplier;

/** Reads the server file again. */
public record ReloadRoute(Supplier<ReloadOutcome> reload) {
  public Route route() {
    return Route.post(
            "/api/v1/reload",
            Permission.ADMINISTER,
            "Reads the server file again, and applies what can change while the server runs.")
        .answers(Reloaded.class)
        .by(_ -> reply());
  }

  private Reply reply() {
    return switch (reload.get()) {
      case ReloadOutcome.Done done -> Reply.json(done.answer());
      case ReloadOutcome.Wrong wrong ->
          throw Refusal.mistakes(
              "nothing has changed: " + wrong.mistakes().getFirst(), wrong.mistakes());
      case ReloadOutcome.Refused refused -> throw Commands.refusal(refused.why());
    };
  }
}
