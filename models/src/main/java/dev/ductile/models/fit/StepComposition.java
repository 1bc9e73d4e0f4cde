package dev.ductile.models.fit;

import java.util.List;

/**
 * The rule that combines the times of a step's terms: their sum, or, if communication hides
 * computing, the root of the sum of the squares of both parts.
 */
final class StepComposition {
  /** The sum of all terms. */
  static final StepComposition SUM = new StepComposition(new boolean[0]);

  private final boolean[] communicates;

  private StepComposition(boolean[] communicates) {
    this.communicates = communicates;
  }

  static StepComposition overlapping(List<Term> terms) {
    boolean[] communicates = new boolean[terms.size()];
    for (int k = 0; k < communicates.length; k++) {
      communicates[k] = terms.get(k).part() == Term.Part.COMMUNICATING;
    }
    return new StepComposition(communicates);
  }

  double seconds(double[] times) {
    double all = sum(times);
    if (communicates.length == 0) {
      return all;
    }
    double communicating = communicating(times);
    double computing = all - communicating;
    return Math.sqrt(computing * computing + communicating * communicating);
  }

  /**
   * The elasticity of the step by each term: the relative growth of the step per relative growth of
   * the term.
   */
  double[] shares(double[] times) {
    double[] shares = times.clone();
    double seconds = seconds(times);
    double communicating = communicates.length == 0 ? 0 : communicating(times);
    double computing = communicates.length == 0 ? seconds : sum(times) - communicating;
    for (int k = 0; k < shares.length; k++) {
      boolean other = communicates.length > 0 && communicates[k];
      shares[k] *= (other ? communicating : computing) / (seconds * seconds);
    }
    return shares;
  }

  private double communicating(double[] times) {
    double sum = 0;
    for (int k = 0; k < times.length; k++) {
      sum += communicates[k] ? times[k] : 0;
    }
    return sum;
  }

  private static double sum(double[] times) {
    double sum = 0;
    for (double time : times) {
      sum += time;
    }
    return sum;
  }
}
