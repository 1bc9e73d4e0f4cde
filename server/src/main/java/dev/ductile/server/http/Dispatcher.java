package dev.ductile.server.http;

import dev.ductile.journal.DatabaseException;
import dev.ductile.rest.Problem;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers each request: finds the route, checks the request, runs the handler, writes the reply.
 */
final class Dispatcher extends Handler.Abstract {
  private static final Logger LOGGER = System.getLogger(Dispatcher.class.getName());

  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Exchanges exchanges;
  private final Replies replies;
  private final Observer observer;
  private final ConnectionGuard guard;

  Dispatcher(Exchanges exchanges, Replies replies, Observer observer, ConnectionGuard guard) {
    this.exchanges = exchanges;
    this.replies = replies;
    this.observer = observer;
    this.guard = guard;
  }

  @Override
  public boolean handle(
      org.eclipse.jetty.server.Request request, Response response, Callback callback) {
    Exchange exchange = new Exchange(request);
    guard.began(exchange.connection());
    Callback observed = Callback.from(callback, () -> ended(exchange, response));
    try {
      exchanges.run(exchange, response, observed);
    } catch (Refusal refusal) {
      observer.refused(exchange, refusal);
      replies.refuse(exchange, response, refusal, observed);
    } catch (UncheckedIOException away) {
      LOGGER.log(Level.WARNING, "request to {0}: {1}", exchange.action(), away.getMessage());
      replies.refuse(exchange, response, Refusal.unavailable(sentence(away), RETRY), observed);
    } catch (RuntimeException | StackOverflowError e) {
      LOGGER.log(Level.ERROR, "request " + request.getId() + " to " + exchange.action(), e);
      replies.refuse(exchange, response, failure(request.getId()), observed);
    }
    return true;
  }

  private static String sentence(UncheckedIOException away) {
    return away instanceof DatabaseException database
        ? database.sentence()
        : "a file of the server cannot be used now; the log of the server says which";
  }

  private void ended(Exchange exchange, Response response) {
    guard.ended(exchange.connection());
    observer.ended(exchange, response);
  }

  private static Refusal failure(String id) {
    return Refusal.of(
        new Problem(
            "internal",
            "The service has a bug",
            500,
            "the log of the server says more about request " + id,
            List.of()));
  }
}
