package dev.ductile.models.capture;

/**
 * One packet of a capture.
 *
 * @param nanos when it was seen, since 1970
 * @param linkType what its first header is, as registered by tcpdump.org
 * @param bytes its beginning, as much as was captured
 * @param length how long it was on the wire
 */
@SuppressWarnings("ArrayRecordComponent") // millions of them; nobody compares frames
record Frame(long nanos, int linkType, byte[] bytes, long length) {

  /** Takes frame after frame. */
  @FunctionalInterface
  interface Reader {
    void take(Frame frame) throws java.io.IOException;
  }
}
