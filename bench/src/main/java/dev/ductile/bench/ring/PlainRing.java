package dev.ductile.bench.ring;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Bytes that go to the next process while as many come from the one before. */
final class PlainRing implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final SocketChannel next;
  private final SocketChannel before;
  private final ExecutorService sender = Executors.newSingleThreadExecutor();
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
  private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);

  PlainRing(SocketChannel next, SocketChannel before) {
    this.next = next;
    this.before = before;
  }

  /** Returns when all has come and gone. */
  void pass(long bytes) throws IOException {
    CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(bytes), sender);
    long left = bytes;
    while (left > 0) {
      in.clear().limit((int) Math.min(BUFFER, left));
      int count = before.read(in);
      if (count < 0) {
        throw new EOFException("the process before has ended");
      }
      left -= count;
    }
    sent.join();
  }

  private void send(long bytes) {
    try {
      for (long left = bytes; left > 0; ) {
        out.clear().limit((int) Math.min(BUFFER, left));
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
