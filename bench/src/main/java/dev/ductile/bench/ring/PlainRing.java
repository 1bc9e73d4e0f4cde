package dev.ductile.bench.ring;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Sends bytes to the next process while it receives as many from the one before. */
final class PlainRing implements AutoCloseable {
  private static final int AT_ONCE = 256 * 1024;

  private final SocketChannel next;
  private final SocketChannel before;
  private final ExecutorService sender = Executors.newSingleThreadExecutor();
  private final ByteBuffer out;
  private final ByteBuffer in;

  /** The buffers are as large as the summed arrays. */
  PlainRing(SocketChannel next, SocketChannel before, int largest) {
    out = ByteBuffer.allocateDirect(largest);
    in = ByteBuffer.allocateDirect(largest);
    this.next = next;
    this.before = before;
  }

  /**
   * Returns when all bytes are sent and received.
   *
   * @param span the size of the memory that is sent again and again
   */
  void pass(long bytes, int span) throws IOException {
    CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(bytes, span), sender);
    long left = bytes;
    while (left > 0) {
      place(in, bytes - left, span, left);
      int count = before.read(in);
      if (count < 0) {
        throw new EOFException("the process before has ended");
      }
      left -= count;
    }
    sent.join();
  }

  private static void place(ByteBuffer buffer, long done, int span, long left) {
    int at = (int) (done % span);
    int count = (int) Math.min(Math.min(AT_ONCE, left), span - at);
    buffer.clear().position(at).limit(at + count);
  }

  private void send(long bytes, int span) {
    try {
      for (long left = bytes; left > 0; ) {
        place(out, bytes - left, span, left);
        left -= next.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    sender.shutdownNow();
    next.close();
    before.close();
  }
}
