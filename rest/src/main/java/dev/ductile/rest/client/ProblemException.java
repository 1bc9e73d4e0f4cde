package dev.ductile.rest.client;

import dev.ductile.rest.Problem;

/** An answer of the server that is not a success. */
public final class ProblemException extends ClientException {
  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail().isBlank() ? problem.title() : problem.detail());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  /** The status of HTTP. */
  public int status() {
    return problem.status();
  }
}
