package dev.ductile.runtime.checkpoint;

/**
 * Distinguishes the data of a job, when a checkpoint was written, from later contents of the same
 * file.
 *
 * @param version size and time of the last write, or the version that a web server reports; empty
 *     if the data are generated or it is not known
 * @param checksum CRC-32C of the whole file, in hexadecimal digits; empty if it was not computed
 */
public record DataMark(String version, String checksum) {
  public static final DataMark NONE = new DataMark("", "");
}
