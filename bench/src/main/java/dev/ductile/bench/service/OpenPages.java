package dev.ductile.bench.service;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Streams of events, as open pages have them. */
final class OpenPages implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final List<InputStream> streams = new ArrayList<>();
  private final AtomicLong open = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  static OpenPages open(Requests requests, int count) throws IOException {
    var pages = new OpenPages();
    for (int i = 0; i < count; i++) {
      InputStream stream = requests.events();
      pages.streams.add(stream);
      pages.open.incrementAndGet();
      Thread.ofVirtual().start(() -> pages.read(stream));
    }
    return pages;
  }

  private void read(InputStream stream) {
    byte[] buffer = new byte[BUFFER];
    try {
      int count = stream.read(buffer);
      while (count >= 0) {
        bytes.addAndGet(count);
        count = stream.read(buffer);
      }
    } catch (IOException e) {
      // the stream is over
    } finally {
      open.decrementAndGet();
    }
  }

  /** The streams that the server has not ended. */
  long stillOpen() {
    return open.get();
  }

  long bytes() {
    return bytes.get();
  }

  @Override
  public void close() throws IOException {
    for (InputStream stream : streams) {
      stream.close();
    }
  }
}
