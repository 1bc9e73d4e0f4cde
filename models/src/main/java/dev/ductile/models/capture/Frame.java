package dev.ductile.models.capture;

/**
 * One packet of a capture.
 *
 * @param nanos its time stamp, since 1970
 * @param linkType the type of its first header, as registered by tcpdump.org
 * @param bytes its first bytes, as far as they were captured
 * @param length its length on the wire
 */
@SuppressWarnings("ArrayRecordComponent") // frames are never compared
record Frame(long nanos, int linkType, byte[] bytes, long length) {

  /** Consumes one frame after the other. */
  @FunctionalInterface
  interface Reader {
    void take(Frame frame) throws java.io.IOException;
  }
}
