package dev.ductile.api;

import java.util.Optional;

/**
 * The request from which a job was made, for people and for a server that reads it again.
 *
 * @param name the name that the user gave the job, of which the id may be a numbered form; empty if
 *     it is the id
 * @param first the id of the first job of the same file; empty if there was no file
 * @param file the job file as it was submitted; empty if there was none
 * @param speedFrom the earlier job whose measured speed it was submitted with
 */
public record Origin(String name, String first, String file, Optional<JobId> speedFrom) {
  /** A job that comes from no job file. */
  public static final Origin NONE = new Origin("", "", "");

  /** A job without the speed of an earlier one. */
  public Origin(String name, String first, String file) {
    this(name, first, file, Optional.empty());
  }

  /** The same job with the measured speed of an earlier one. */
  public Origin withSpeedFrom(JobId earlier) {
    return new Origin(name, first, file, Optional.of(earlier));
  }
}
