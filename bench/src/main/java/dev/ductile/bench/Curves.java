package dev.ductile.bench;

import dev.ductile.models.convergence.Forecast;
import dev.ductile.models.convergence.InverseFit;
import dev.ductile.models.convergence.LossHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The error of the predicted steps to a target loss on real curves, by the papers' form and by
 * ours.
 *
 * <p>The loss is smoothed as the mean of the last 25. A target is the smoothed loss at a share of a
 * run's steps; the truth is the first step at which the smoothed loss is at or below it. The first
 * 20, 40 or 60 % of the steps are seen. A target that is not a number, or that was reached already,
 * is left out. The error is |predicted - true| / the run's steps; no answer is an infinite error.
 */
final class Curves {
  private static final double[] SEEN = {0.2, 0.4, 0.6};
  private static final double[] TARGETS = {0.5, 0.6, 0.7, 0.8, 0.9, 1};

  /** A question for the step at which the run reaches the target. */
  private record Question(TrainingCurve run, double share, int seen, double target, int truth) {}

  private Curves() {}

  public static void main(String[] arguments) throws IOException {
    List<TrainingCurve> runs = TrainingCurve.in(Path.of(arguments[0]));
    if (runs.isEmpty()) {
      System.out.println("skipped: there are no curves in " + arguments[0] + "/h200");
      return;
    }
    for (String task : List.of("", "digits-cnn", "char-transformer")) {
      List<TrainingCurve> some = runs.stream().filter(run -> run.task().startsWith(task)).toList();
      System.out.printf("%n%s: %d runs%n", task.isEmpty() ? "all" : task, some.size());
      System.out.printf(
          "%-34s %5s %6s %28s %10s%n",
          "form", "seen", "cases", "error p10 / median / p90", "no answer");
      for (double seen : SEEN) {
        compare(task.isEmpty() ? "all" : task, seen, questions(some, seen, TARGETS));
      }
    }
    System.out.printf("%nall, targets at 80, 90 and 100 %% only%n");
    for (double seen : SEEN) {
      compare("late targets", seen, questions(runs, seen, new double[] {0.8, 0.9, 1}));
    }
    CurveIntervals.print(runs);
    CurveHints.print(runs);
  }

  private static void compare(String runs, double seen, List<Question> questions) {
    String figure = "%s, after %.0f %%, median error of ".formatted(runs, 100 * seen);
    ResultRecorder.keep(
        figure + "the papers' form",
        print("1/(b0 k + b1) + b2 (Optimus, Capes)", seen, questions, Curves::inverse),
        "of the run");
    ResultRecorder.keep(
        figure + "the ensemble",
        print("ensemble", seen, questions, question -> ensemble(question, false)),
        "of the run");
    print("ensemble, knowing the run's end", seen, questions, question -> ensemble(question, true));
    double factor = bestFactor(questions);
    print(
        String.format(Locale.ROOT, "%.2f x seen, best in hindsight", factor),
        seen,
        questions,
        question -> factor * question.seen());
  }

  private static List<Question> questions(List<TrainingCurve> runs, double seen, double[] targets) {
    var questions = new ArrayList<Question>();
    for (TrainingCurve run : runs) {
      for (double share : targets) {
        double target = run.smoothed(run.steps(share));
        int truth = Double.isFinite(target) ? run.first(target) : 0;
        if (truth > run.steps(seen)) {
          questions.add(new Question(run, share, run.steps(seen), target, truth));
        }
      }
    }
    return questions;
  }

  /** Returns the median error. */
  private static double print(
      String form, double seen, List<Question> questions, Function<Question, Double> answer) {
    double[] errors =
        questions.stream()
            .mapToDouble(question ->
                Math.abs(answer.apply(question) - question.truth()) / question.run().steps())
            .sorted()
            .toArray();
    System.out.printf(
        "%-34s %4.0f%% %6d %8s / %7s / %7s %10d%n",
        form,
        100 * seen,
        errors.length,
        quantile(errors, 0.1),
        quantile(errors, 0.5),
        quantile(errors, 0.9),
        Arrays.stream(errors).filter(Double::isInfinite).count());
    return errors.length == 0 ? Double.NaN : errors[errors.length / 2];
  }

  private static double inverse(Question question) {
    LossHistory history = question.run().history(question.seen());
    return InverseFit.fit(history)
        .map(curve -> curve.step(question.target()).orElse(Double.POSITIVE_INFINITY))
        .map(step -> Math.max(step, question.seen() + 1))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static double ensemble(Question question, boolean bounded) {
    LossHistory history = question.run().history(question.seen());
    long limit = bounded ? question.run().steps() : Forecast.limit(history);
    return switch (Forecast.of(history, question.target(), limit)) {
      case Forecast.Expected expected -> question.seen() + expected.likely();
      case Forecast.Reached _ -> question.seen() + 1;
      case Forecast.Unlikely _, Forecast.Diverged _, Forecast.TooEarly _ ->
          Double.POSITIVE_INFINITY;
    };
  }

  private static double bestFactor(List<Question> questions) {
    double best = 1;
    double least = Double.POSITIVE_INFINITY;
    for (double factor = 1; factor < 6; factor += 0.05) {
      double tried = factor;
      double[] errors =
          questions.stream()
              .mapToDouble(question ->
                  Math.abs(tried * question.seen() - question.truth()) / question.run().steps())
              .sorted()
              .toArray();
      if (errors[errors.length / 2] < least) {
        least = errors[errors.length / 2];
        best = factor;
      }
    }
    return best;
  }

  private static String quantile(double[] sorted, double share) {
    double value = sorted[(int) (share * (sorted.length - 1))];
    return Double.isInfinite(value) ? "none" : String.format(Locale.ROOT, "%.3f", value);
  }
}
