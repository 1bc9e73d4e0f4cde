package dev.ductile.rest.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The events of a server as long as a listener wants them. A lost connection is made again, from
 * the last event on.
 */
public final class EventFeed {
  /** A server that sends neither an event nor a comment for so long is lost. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final int QUEUED = 1_000;
  private static final int MOST_BYTES = 1 << 20;

  private final Transport transport;
  private final ResourcePath path;
  private String lastId = "";

  EventFeed(Transport transport, ResourcePath path) {
    this.transport = transport;
    this.path = path;
  }

  /** A sign of the connection: an event, or its end. */
  private sealed interface Sign {
    record Event(ServerEvent event) implements Sign {}

    record End(String why) implements Sign {}
  }

  /**
   * Gives the events to the listener until it returns false.
   *
   * @param tries the most attempts in a row to reach the server again
   * @param lost hears of each lost connection
   */
  public void follow(Predicate<ServerEvent> listener, int tries, Consumer<String> lost)
      throws InterruptedException {
    Duration wait = FIRST_PAUSE;
    for (int failed = 0; ; ) {
      String before = lastId;
      try {
        if (!listen(listener, lost)) {
          return;
        }
        failed = lastId.equals(before) ? failed + 1 : 0;
      } catch (UnreachableException unreachable) {
        failed++;
        lost.accept(unreachable.getMessage());
        if (failed >= tries) {
          throw unreachable;
        }
      }
      wait = failed == 0 ? FIRST_PAUSE : longer(wait);
      transport.pause().lasts(wait);
    }
  }

  private static Duration longer(Duration wait) {
    Duration twice = wait.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  /** Follows one connection; returns whether the listener wants more. */
  private boolean listen(Predicate<ServerEvent> listener, Consumer<String> lost)
      throws InterruptedException {
    HttpResponse<InputStream> response = transport.open(request());
    var signs = new ArrayBlockingQueue<Sign>(QUEUED);
    try (InputStream body = response.body()) {
      requireStream(response, body);
      Thread.ofVirtual().name("events").start(() -> read(body, signs));
      return drain(signs, listener, lost);
    } catch (IOException broken) {
      lost.accept("the connection broke: " + broken.getMessage());
      return true;
    }
  }

  private HttpRequest request() {
    HttpRequest.Builder request =
        transport.request(transport.connection().api(path), "text/event-stream");
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    return request.timeout(transport.connection().timeout()).GET().build();
  }

  private static void requireStream(HttpResponse<InputStream> response, InputStream body)
      throws IOException {
    String type = Transport.type(response);
    if (response.statusCode() != 200 || !type.equals("text/event-stream")) {
      Client.requireSuccess(
          new Transport.Answer(
              response.uri(),
              response.statusCode(),
              type,
              Transport.text(body.readNBytes(MOST_BYTES)),
              response));
      throw new UnusableAnswerException("%s sends no events".formatted(response.uri()));
    }
  }

  private boolean drain(
      BlockingQueue<Sign> signs, Predicate<ServerEvent> listener, Consumer<String> lost)
      throws InterruptedException {
    while (true) {
      Optional<Sign> sign =
          Optional.ofNullable(signs.poll(LONGEST_SILENCE.toSeconds(), TimeUnit.SECONDS));
      switch (sign.orElse(new Sign.End("the server is silent"))) {
        case Sign.End(String why) -> {
          lost.accept(why);
          return true;
        }
        case Sign.Event(ServerEvent event) -> {
          lastId = event.id();
          if (!event.data().isEmpty() && !listener.test(event)) {
            return false;
          }
        }
      }
    }
  }

  private void read(InputStream body, BlockingQueue<Sign> signs) {
    var reader = new EventReader(new InputStreamReader(body, StandardCharsets.UTF_8), lastId);
    try {
      for (Optional<ServerEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        signs.put(new Sign.Event(event.get()));
      }
      signs.put(new Sign.End("the server has ended the connection"));
    } catch (IOException broken) {
      var _ = signs.offer(new Sign.End("the connection broke: " + broken.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
