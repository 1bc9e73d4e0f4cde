package dev.ductile.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/**
 * Writes the events of one client until it leaves, its token becomes invalid, or the service ends.
 */
final class EventStream {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final Response response;
  private final Reply.Stream reply;
  private final BooleanSupplier goesOn;

  EventStream(Response response, Reply.Stream reply, BooleanSupplier goesOn) {
    this.response = response;
    this.reply = reply;
    this.goesOn = goesOn;
  }

  void run(Runnable disconnect) throws IOException {
    Events events = reply.events();
    Subscription subscription = events.subscribe(disconnect);
    try {
      write(": connected\n\n");
      for (EventData event : reply.first().get()) {
        write(events.frame(event));
      }
      forward(subscription, events.limits().heartbeat().toMillis() / TICK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      events.unsubscribe(subscription);
    }
  }

  private void forward(Subscription subscription, long quietTicks)
      throws IOException, InterruptedException {
    long quiet = 0;
    while (!subscription.hasEnded() && goesOn.getAsBoolean()) {
      Optional<String> frame = subscription.next(TICK);
      quiet = frame.isPresent() ? 0 : quiet + 1;
      if (frame.isPresent()) {
        write(frame.get());
      } else if (quiet >= quietTicks) {
        write(": alive\n\n");
        quiet = 0;
      }
    }
  }

  private void write(String text) throws IOException {
    Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }
}
