package dev.ductile.server.http;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One file of the page. */
final class PageFile {
  private static final int TAG_BYTES = 12;

  private final String mediaType;
  private final byte[] content;
  private final String tag;

  PageFile(String mediaType, byte[] content) {
    this.mediaType = mediaType;
    this.content = content.clone();
    this.tag = tag(content);
  }

  String mediaType() {
    return mediaType;
  }

  ByteBuffer content() {
    return ByteBuffer.wrap(content).asReadOnlyBuffer();
  }

  /** Changes when the content changes. */
  String tag() {
    return tag;
  }

  private static String tag(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return '"' + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
