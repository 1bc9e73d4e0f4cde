package dev.ductile.runtime.checkpoint;

/**
 * What told the data of a job from later contents of the same file, when a checkpoint was written.
 *
 * @param version size and time of the last write, or what a web server says; empty where the data
 *     are generated or nothing is known
 * @param checksum CRC-32C of the whole file, in hexadecimal digits; empty where it was not computed
 */
public record DataMark(String version, String checksum) {
  public static final DataMark NONE = new DataMark("", "");
}
