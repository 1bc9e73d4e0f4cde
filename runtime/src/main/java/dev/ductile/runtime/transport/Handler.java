package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;

/** Handles a connection, always on the loop's thread. */
public interface Handler {
  /** Both ends are authenticated; {@link Connection#peer} is known now. */
  void opened(Connection connection);

  /** A frame has arrived; the payload may be read during this call only. */
  void frame(Connection connection, FrameHeader header, ByteBuffer payload);

  /** The connection is closed, or was refused, or could not be made; called once. */
  void closed(Connection connection, String why);
}
