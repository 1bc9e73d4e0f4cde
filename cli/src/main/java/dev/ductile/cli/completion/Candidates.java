package dev.ductile.cli.completion;

/**
 * The words that may be the value of an option or an operand. A command names them by {@code
 * completionCandidates}.
 */
public interface Candidates extends Iterable<String> {
  /** The values that only the shell knows. */
  default Found found() {
    return Found.NOTHING;
  }

  /** Values that a shell finds at the time of the completion. */
  enum Found {
    NOTHING,
    FILES,
    FOLDERS,
    RUNNING_JOBS,
    SERVER_JOBS
  }
}
