package dev.ductile.api;

/**
 * The request from which a job was made, for people and for a server that reads it again.
 *
 * @param name the name that the user gave the job, of which the id may be a numbered form; empty if
 *     it is the id
 * @param first the id of the first job of the same file; empty if there was no file
 * @param file the job file as it was submitted; empty if there was none
 */
public record Origin(String name, String first, String file) {
  /** A job that comes from no job file. */
  public static final Origin NONE = new Origin("", "", "");
}
