package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;

/** What is told of a connection, always on the loop's thread. */
public interface Handler {
  /** Both sides have proved that they belong to the job; {@link Connection#peer} is known now. */
  void opened(Connection connection);

  /** A frame has come; the payload may be read during this call only. */
  void frame(Connection connection, Header header, ByteBuffer payload);

  /** It is over, or was refused, or never came to be; told once. */
  void closed(Connection connection, String why);
}
