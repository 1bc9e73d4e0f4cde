package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;

/** A file of a web server from some position on; a broken connection is made again. */
final class WebStream extends InputStream {
  private static final int MOST_TROUBLES = 6;

  /** The pause before the first retry; each further pause is twice as long. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** A server that has sent this much since has recovered. */
  private static final long RECOVERED = 1 << 16;

  /** The number of bytes that it requests at a time beyond the wanted ones. */
  private static final long FURTHER = 1 << 20;

  private final WebStorage storage;
  private long position;
  private long until;
  private long end;
  private InputStream body = InputStream.nullInputStream();
  private int troubles;
  private long sinceTrouble;

  WebStream(WebStorage storage, long from, long until) {
    this.storage = storage;
    position = from;
    end = from;
    this.until = until;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    while (storage.size() < 0 || position < storage.size()) {
      try {
        if (position == end) {
          open();
        }
        int read = body.read(into, from, count);
        if (read > 0) {
          position += read;
          recover(read);
          return read;
        }
        if (end == Long.MAX_VALUE) {
          return -1;
        }
        throw new IOException("the connection was cut");
      } catch (MalformedDataException e) {
        throw e;
      } catch (IOException e) {
        stumble(e);
      }
    }
    return -1;
  }

  private void open() throws IOException {
    close();
    long last = Math.min(Math.max(until, position + FURTHER), storage.size()) - 1;
    HttpURLConnection answer = storage.ask(position, last);
    body = answer.getInputStream();
    if (storage.isSeekable()) {
      end = last + 1;
    } else {
      end = storage.size() < 0 ? Long.MAX_VALUE : storage.size();
      body.skipNBytes(position);
    }
  }

  private void stumble(IOException trouble) throws IOException {
    troubles++;
    if (troubles >= MOST_TROUBLES) {
      throw new UnavailableDataException(
          "%s cannot be read beyond byte %d: %s"
              .formatted(storage.name(), position, trouble.getMessage()),
          trouble);
    }
    pause(FIRST_PAUSE_MILLIS << (troubles - 1));
    sinceTrouble = 0;
    end = position;
  }

  private static void pause(long millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting to read again");
    }
  }

  private void recover(int read) {
    sinceTrouble += read;
    if (sinceTrouble >= RECOVERED) {
      troubles = 0;
    }
  }

  /** Tells the decoder of gzip, which looks for a further member, that there may be one. */
  @Override
  public int available() {
    return position == storage.size() ? 0 : 1;
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
