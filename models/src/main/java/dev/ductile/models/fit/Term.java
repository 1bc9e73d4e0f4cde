package dev.ductile.models.fit;

import java.util.function.ToDoubleFunction;

/**
 * One term of a step: a feature of the setup, and the meaning of its parameter.
 *
 * @param unit the unit of the parameter
 * @param part whether the term is computing or communicating
 */
public record Term(String meaning, String unit, Part part, ToDoubleFunction<Setup> feature) {
  /** The kind of work that a term is. */
  public enum Part {
    COMPUTING,
    COMMUNICATING
  }

  static final Term SAMPLE =
      computing("computing a sample", "s/sample", at -> at.batch() / at.workers());
  static final Term CONSTANT = computing("constant", "s", _ -> 1);
  static final Term SERIAL = computing("serial work on a sample", "s/sample", Setup::batch);
  static final Term PEER = communicating("latency for each further worker", at -> at.workers() - 1);
  static final Term WORKER = communicating("latency for each worker", Setup::workers);
  static final Term EXCHANGE =
      communicating("exchanging all gradients", at -> (at.workers() - 1.0) / at.workers());
  static final Term DOUBLING =
      communicating("latency over ln(workers)", at -> StrictMath.log(at.workers()));
  static final Term SHARED_SERVER =
      communicating("workers that share a server", at -> at.workers() / servers(at));
  static final Term SERVER = communicating("latency for each server", Term::servers);
  static final Term SERVERS_WORK = communicating("the servers' own work", at -> 1 / servers(at));
  static final Term ASYNC_CONSTANT =
      computing("constant, of a worker's own step", "s", at -> 1.0 / at.workers());
  static final Term ASYNC_SHARED_SERVER =
      communicating("workers that share a server", at -> 1 / servers(at));
  static final Term ASYNC_WORKER = communicating("latency for each worker", _ -> 1);
  static final Term ASYNC_SERVER =
      communicating("latency for each server", at -> servers(at) / at.workers());

  /** A cost for jobs with more workers than fit on one node. */
  static Term beyond(int workers) {
    return communicating(
        "leaving a node of %d".formatted(workers), at -> at.workers() > workers ? 1 : 0);
  }

  private static Term computing(String meaning, String unit, ToDoubleFunction<Setup> feature) {
    return new Term(meaning, unit, Part.COMPUTING, feature);
  }

  private static Term communicating(String meaning, ToDoubleFunction<Setup> feature) {
    return new Term(meaning, "s", Part.COMMUNICATING, feature);
  }

  private static double servers(Setup setup) {
    return Math.max(1, setup.servers());
  }
}
