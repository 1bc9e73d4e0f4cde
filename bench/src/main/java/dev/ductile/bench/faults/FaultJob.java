package dev.ductile.bench.faults;

import java.util.List;

/**
 * A job whose processes are killed.
 *
 * @param text its model, data, optimizer, batch and stop rule
 * @param servers 0 for all-reduce among the workers
 * @param paced whether each worker has its own pace, so no two runs have equal results; the batch
 *     is then that of one worker, because the number of updates must not depend on the workers
 */
record FaultJob(String name, String text, int workers, int servers, boolean paced) {
  static final List<FaultJob> ALL =
      List.of(
          new FaultJob(
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
          new FaultJob(
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
          new FaultJob(
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
          new FaultJob(
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
          new FaultJob(
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
          new FaultJob(
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
          new FaultJob(
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

  /** The jobs with these names; all jobs if there are none. */
  static List<FaultJob> named(List<String> names) {
    List<FaultJob> found =
        ALL.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("unknown jobs " + names);
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
