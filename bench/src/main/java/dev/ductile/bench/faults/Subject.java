package dev.ductile.bench.faults;

import java.util.List;

/**
 * A job whose processes are killed.
 *
 * @param text what it learns, from what, how, and when it ends
 * @param servers 0 for all-reduce among the workers
 * @param paced whether workers go each at its own pace, so that no two runs end alike; the batch is
 *     then one of each worker, or the number of updates would depend on how many workers there are
 */
record Subject(String name, String text, int workers, int servers, boolean paced) {
  static final List<Subject> ALL =
      List.of(
          new Subject(
              "logistic",
              """
              model: {kind: logistic, l2: 0.0001}
              data: {generate: a9a, examples: 32000, splits: 12}
              optimizer: {kind: sgd, learningRate: 0.1}
              batch: 256
              stop: {steps: 3000}
              """,
              3,
              3,
              false),
          new Subject(
              "softmax-adam",
              """
              model: {kind: softmax, classes: 10}
              data: {generate: digits, examples: 20000, splits: 12}
              optimizer: {kind: adam, learningRate: 0.001}
              batch: 200
              stop: {steps: 3000}
              """,
              3,
              3,
              false),
          new Subject(
              "keyed",
              """
              model: {kind: logistic}
              data: {generate: kdd2012, examples: 100000, features: 2000000, splits: 12}
              optimizer: {kind: adagrad, learningRate: 0.05}
              batch: 2000
              stop: {epochs: 50}
              """,
              3,
              3,
              false),
          new Subject(
              "all-reduce",
              """
              model: {kind: softmax, classes: 10}
              data: {generate: digits, examples: 20000, splits: 12}
              optimizer: {kind: momentum, learningRate: 0.01}
              batch: 200
              stop: {steps: 3000}
              """,
              4,
              0,
              false),
          new Subject(
              "asp",
              """
              model: {kind: logistic, l2: 0.0001}
              data: {generate: a9a, examples: 32000, splits: 12}
              optimizer: {kind: adagrad, learningRate: 0.05}
              synchrony: asp
              batch: {perWorker: 86}
              stop: {epochs: 60}
              """,
              3,
              3,
              true),
          new Subject(
              "ssp",
              """
              model: {kind: softmax, classes: 10}
              data: {generate: digits, examples: 20000, splits: 12}
              optimizer: {kind: momentum, learningRate: 0.01}
              synchrony: ssp(3)
              batch: {perWorker: 66}
              stop: {epochs: 25}
              """,
              3,
              3,
              true),
          new Subject(
              "a-bsp",
              """
              model: {kind: logistic, l2: 0.0001}
              data: {generate: a9a, examples: 32000, splits: 12}
              optimizer: {kind: sgd, learningRate: 0.1}
              synchrony: a-bsp
              batch: 256
              stop: {epochs: 20}
              """,
              3,
              3,
              true));

  /** All, or those that are named. */
  static List<Subject> named(List<String> names) {
    List<Subject> found =
        ALL.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("there is none of the jobs " + names);
    }
    return found;
  }

  /** The job's file. */
  String file() {
    return """
    job: %s
    %sworkers: %d
    servers: %d
    replication: %d
    checkpoint: {every: 1s}
    """
        .formatted(name, text, workers, servers, Math.min(2, Math.max(1, servers)));
  }
}
