package dev.ductile.learned.training;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Small clusters, jobs and networks for tests of training. */
final class Sketches {
  static final Nodes NODES = Nodes.uniform(2, Resources.gpus(8));
  static final StateMatrix MATRIX =
      new StateMatrix(6, 2, TaskKinds.WORKERS_AND_SERVERS, new Scales(0.1, 0.01, 5, 0.1));

  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 8, cpu: 32}}]}
      workload:
        generate:
          jobs: 8
          arrivals: {poisson: {perHour: 12}}
          mix:
            - name: small
              worker: {gpu: 1, cpu: 1}
              server: {cpu: 1}
              bounds: {workers: {max: 4}, servers: {max: 4}}
              work: {lognormal: {median: 40, sigma: 1}}
              speed: {model: optimus-sync, batch: 1, theta: [80, 3, 30, 2, 1]}
            - name: large
              worker: {gpu: 2, cpu: 2}
              server: {cpu: 2}
              bounds: {workers: {max: 4}, servers: {max: 4}}
              work: {lognormal: {median: 40, sigma: 1}}
              speed: {model: optimus-sync, batch: 1, theta: [120, 4, 10, 4, 4]}
      policies: [drf]
      placement: pooled
      decisions: {every: 20m}
      """;

  private static final String ALL_REDUCE =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 8}}]}
      workload:
        generate:
          jobs: 8
          arrivals: {poisson: {perHour: 12}}
          mix:
            - name: ring
              worker: {gpu: 1}
              bounds: {workers: {max: 4}}
              work: {lognormal: {median: 4000, sigma: 1}}
              speed:
                model: ring
                globalBatch: 128
                forward: 0.005
                backward: 0.01
                bytes: 1e8
                latency: 1e-4
                perByte: 1e-9
                reducePerByte: 0
      policies: [drf]
      placement: pooled
      decisions: {every: 20m}
      """;

  private Sketches() {}

  /** A job whose every worker does a step a second. */
  static Job job(long arrival, double steps) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            new Bounds(Range.between(1, 8), Range.ZERO),
            Work.steps(steps));
    Speed speed = where -> where.workers();
    return Job.submitted(spec, arrival, Instant.EPOCH, speed, Duration.ZERO);
  }

  /** Eight jobs of two types on four nodes, decided every 20 minutes. */
  static Episodes training(Path folder) throws IOException {
    return new Episodes(
        scenario(folder, SCENARIO),
        Catalog.installed(),
        MATRIX,
        new JobTypes(List.of("small", "large"), 2));
  }

  /** The training of models on the same jobs. */
  static Training models(Path folder) throws IOException {
    return new Training(scenario(folder, SCENARIO), Catalog.installed(), "test", "test");
  }

  /** The training of models on eight jobs without servers. */
  static Training allReduce(Path folder) throws IOException {
    return new Training(scenario(folder, ALL_REDUCE), Catalog.installed(), "test", "test");
  }

  private static Scenario scenario(Path folder, String text) throws IOException {
    return ScenarioFile.read(
        Files.writeString(folder.resolve("scenario.yaml"), text), Catalog.installed());
  }

  static TrainedNetwork network(long seed, int outputs) {
    return TrainedNetwork.untrained(
        DenseNetwork.random(new Seed(seed), MATRIX.inputs(), 32, 32, outputs));
  }
}
