package dev.ductile.runtime.simulation;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.report.JobPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A job and its faults, drawn from a seed.
 *
 * @param law what its end is held against
 * @param incidents by the nanoseconds after the first step could begin
 */
record FaultScenario(
    long seed,
    Law law,
    TrainingJob job,
    TrainingProblem subject,
    NavigableMap<Long, InjectedFault> incidents,
    long latency,
    SimulatedProcess.Speed speed) {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private static final List<JobPhase> RECONFIGURATION =
      List.of(JobPhase.HALTING, JobPhase.COLLECTING, JobPhase.ASSIGNING, JobPhase.SAVING);

  /** The reference for the end of a job. */
  enum Law {
    /**
     * A step does not depend on the workers that make it: one process that makes the same steps.
     */
    SAME_STEPS,
    /** One split is read by one worker after another: the same job, undisturbed. */
    SAME_ORDER,
    /** Each example moves a parameter of its own: each moves as often as there are epochs. */
    EACH_ONCE,
    /** Pushes arrive in any order: the loss of the same job without faults. */
    SAME_LOSS
  }

  static FaultScenario of(long seed) {
    var chance = new Chance(seed);
    var random = chance.stream("job");
    Law law =
        Chance.any(
            random,
            List.of(
                Law.SAME_STEPS,
                Law.SAME_STEPS,
                Law.SAME_ORDER,
                Law.SAME_ORDER,
                Law.SAME_ORDER,
                Law.EACH_ONCE,
                Law.SAME_LOSS));
    boolean newton = law == Law.SAME_STEPS && random.nextInt(4) == 0;
    ModelSpec model = newton ? newtonModel(random) : model(law, random);
    TrainingProblem subject = subject(law, model.classes(), random);
    OptimizerSpec optimizer =
        newton ? OptimizerSpec.of(OptimizerSpec.Kind.NEWTON, 1) : optimizer(law, random);
    TrainingJob job = job(law, model, optimizer, subject, random);
    long latency = Chance.between(random, 20_000, 2 * MILLI);
    var speed =
        new SimulatedProcess.Speed(
            Chance.between(random, 20_000, MILLI),
            Chance.between(random, 100_000, 20 * MILLI),
            100);
    long step = 6 * latency + 3 * speed.turn();
    var incidents = incidents(chance.stream("incidents"), step, job.faults());
    var scenario = new FaultScenario(seed, law, job, subject, incidents, latency, speed);
    return scenario.mayLoseSaves() ? scenario.withLostSave(chance.stream("saves")) : scenario;
  }

  /** Whether it is saved while it trains, so that a save can be lost with a task. */
  private boolean mayLoseSaves() {
    return job.readsBySteps() && job.checkpoint().everySteps().isPresent() && !isCalm();
  }

  /**
   * In one of three the only fault is the death of a task in a save, because after many incidents a
   * save may be late. Steps take long then, so that the next save is late too.
   */
  private FaultScenario withLostSave(SplittableRandom random) {
    if (random.nextInt(3) > 0) {
      return this;
    }
    var lost = new TreeMap<Long, InjectedFault>();
    for (int count = 1 + random.nextInt(2); count > 0; count--) {
      long at = Chance.between(random, MILLI, SECOND);
      lost.put(at, new InjectedFault.KillBeforeSave(random.nextInt(1_000)));
    }
    long slow = MILLI + random.nextLong(MILLI);
    return new FaultScenario(
        seed, law, job, subject, Collections.unmodifiableNavigableMap(lost), slow, speed);
  }

  /** The same job without faults. */
  FaultScenario undisturbed() {
    return new FaultScenario(seed, law, job, subject, new TreeMap<>(), latency, speed);
  }

  // ---- the job

  private static TrainingProblem subject(Law law, int classes, SplittableRandom random) {
    int features = 40 + random.nextInt(160);
    return switch (law) {
      case SAME_ORDER ->
          TrainingProblem.sparse(random, features, classes, List.of(40 + random.nextInt(200)));
      case EACH_ONCE ->
          TrainingProblem.counting(
              random, Collections.nCopies(1 + random.nextInt(6), 3 * countingBatch(random)));
      case SAME_STEPS, SAME_LOSS -> {
        var sizes = new ArrayList<Integer>();
        for (int split = 0; split < 2 + random.nextInt(6); split++) {
          sizes.add(5 + random.nextInt(60));
        }
        yield TrainingProblem.sparse(random, features, classes, sizes);
      }
    };
  }

  private static int countingBatch(SplittableRandom random) {
    return 4 + random.nextInt(12);
  }

  private static TrainingJob job(
      Law law,
      ModelSpec model,
      OptimizerSpec optimizer,
      TrainingProblem subject,
      SplittableRandom random) {
    int examples = subject.examples();
    Synchrony synchrony = synchrony(law, random);
    boolean allReduce = law == Law.SAME_STEPS && random.nextInt(3) == 0;
    int servers = allReduce ? 0 : 1 + random.nextInt(3);
    int workers = workers(law, synchrony, random);
    BatchSpec batch =
        optimizer.kind().takesAllExamples() ? BatchSpec.ALL : batch(law, subject, random);
    return new TrainingJob(
        "simulated",
        model,
        new DataSpec(
            new DataSpec.Source.Generated("simulated", examples),
            law == Law.EACH_ONCE ? examples : 200,
            subject.splits().size(),
            random.nextBoolean()),
        optimizer,
        synchrony,
        batch,
        stop(examples, batch, random),
        new SizeSpec(workers, servers, 1 + random.nextInt(2)),
        new CheckpointSpec(
            random.nextInt(4) == 0
                ? Optional.of(Duration.ofMillis(200 + random.nextInt(2_000)))
                : Optional.empty(),
            random.nextInt(3) > 0 ? Optional.of(10L + random.nextInt(150)) : Optional.empty(),
            1 + random.nextInt(3)),
        new FaultSpec(
            Duration.ofMillis(3_000 + random.nextInt(7_000)),
            Duration.ofMillis(1_000 + random.nextInt(1_500)),
            0),
        random.nextLong(1_000));
  }

  private static Synchrony synchrony(Law law, SplittableRandom random) {
    if (law == Law.SAME_STEPS) {
      return Synchrony.BSP;
    }
    var kind = Chance.any(random, List.of(Synchrony.Kind.values()));
    return new Synchrony(kind, kind == Synchrony.Kind.SSP ? random.nextInt(4) : 0);
  }

  private static int workers(Law law, Synchrony synchrony, SplittableRandom random) {
    boolean alone = law == Law.EACH_ONCE && synchrony.kind().isLockstep();
    return alone ? 1 : 1 + random.nextInt(4);
  }

  private static BatchSpec batch(Law law, TrainingProblem subject, SplittableRandom random) {
    return switch (law) {
      case SAME_STEPS -> new BatchSpec(10 + random.nextInt(60), false, BatchSpec.RateRule.NONE);
      case SAME_ORDER, SAME_LOSS ->
          new BatchSpec(4 + random.nextInt(30), true, BatchSpec.RateRule.NONE);
      case EACH_ONCE ->
          new BatchSpec(subject.splits().getFirst().count() / 3, true, BatchSpec.RateRule.NONE);
    };
  }

  /** In a network rounding grows, so its steps are only the same in the same order. */
  private static ModelSpec model(Law law, SplittableRandom random) {
    if (law == Law.EACH_ONCE) {
      return new ModelSpec(ModelSpec.Kind.HUBER, 0, List.of(), 0, 0, 1, false);
    }
    var kind =
        Chance.any(
            random,
            List.of(
                ModelSpec.Kind.LOGISTIC,
                ModelSpec.Kind.LOGISTIC,
                ModelSpec.Kind.SVM,
                ModelSpec.Kind.LINEAR,
                ModelSpec.Kind.SOFTMAX,
                law == Law.SAME_STEPS ? ModelSpec.Kind.SOFTMAX : ModelSpec.Kind.MLP));
    double l1 = random.nextInt(3) > 0 ? Chance.between(random, 1, 100) * 1e-5 : 0;
    double l2 = random.nextInt(3) > 0 ? Chance.between(random, 1, 100) * 1e-4 : 0;
    List<Integer> hidden = kind == ModelSpec.Kind.MLP ? List.of(2 + random.nextInt(5)) : List.of();
    int classes = kind.hasClasses() ? 2 + random.nextInt(3) : 0;
    return new ModelSpec(kind, classes, hidden, l1, l2, 1, random.nextBoolean());
  }

  /** The stronger regularized, the less rounding moves the minimum. */
  private static ModelSpec newtonModel(SplittableRandom random) {
    var kind =
        Chance.any(
            random, List.of(ModelSpec.Kind.LOGISTIC, ModelSpec.Kind.SVM, ModelSpec.Kind.LINEAR));
    double l2 = Chance.between(random, 10, 100) * 1e-3;
    return new ModelSpec(kind, 0, List.of(), 0, l2, 1, random.nextBoolean());
  }

  private static OptimizerSpec optimizer(Law law, SplittableRandom random) {
    if (law == Law.EACH_ONCE) {
      return new OptimizerSpec(OptimizerSpec.Kind.SGD, 1, 0, 0, 0, 0, 0);
    }
    var rule =
        Chance.any(
            random,
            List.of(
                OptimizerSpec.of(OptimizerSpec.Kind.SGD, 0.5),
                OptimizerSpec.of(OptimizerSpec.Kind.MOMENTUM, 0.1),
                OptimizerSpec.of(OptimizerSpec.Kind.ADAGRAD, 0.2),
                OptimizerSpec.of(OptimizerSpec.Kind.ADAM, 0.02)));
    double decay = random.nextInt(3) == 0 ? 0.01 : 0;
    return new OptimizerSpec(rule.kind(), rule.learningRate(), 0.9, 0.9, 0.999, 1e-2, decay);
  }

  private static StopRule stop(int examples, BatchSpec batch, SplittableRandom random) {
    int steps = 50 + random.nextInt(350);
    if (random.nextBoolean()) {
      return new StopRule(Optional.empty(), Optional.of((long) steps), Optional.empty());
    }
    int epochs = 1 + steps * Math.min(batch.examples(), examples) / examples;
    return new StopRule(Optional.of(epochs), Optional.empty(), Optional.empty());
  }

  // ---- faults

  private static NavigableMap<Long, InjectedFault> incidents(
      SplittableRandom random, long step, FaultSpec faults) {
    var all = new TreeMap<Long, InjectedFault>();
    boolean calm = random.nextInt(10) == 0;
    long at = Chance.between(random, 1_000, 100 * step);
    int count = random.nextInt(1, 10);
    for (int i = 0; i < count; i++) {
      all.put(at, calm ? calmIncident(random, faults) : anywhere(random));
      at += Chance.between(random, step, random.nextBoolean() ? 100 * step : 2 * SECOND);
    }
    return Collections.unmodifiableNavigableMap(all);
  }

  /** An incident after which no process has a reason to suspect another one. */
  private static InjectedFault calmIncident(SplittableRandom random, FaultSpec faults) {
    long stall = faults.stall().toNanos() - SECOND;
    return switch (random.nextInt(4)) {
      case 0 -> inReconfiguration(random, new InjectedFault.Join(random.nextBoolean()));
      case 1 ->
          inReconfiguration(
              random, new InjectedFault.Leave(random.nextBoolean(), random.nextInt(1_000)));
      default ->
          inReconfiguration(
              random, new InjectedFault.StallMaster(Chance.between(random, 10 * MILLI, stall)));
    };
  }

  /** Half of them as soon as the job is in one of the phases of a reconfiguration. */
  private static InjectedFault inReconfiguration(SplittableRandom random, InjectedFault what) {
    var phase = Chance.any(random, RECONFIGURATION);
    return random.nextBoolean() ? new InjectedFault.In(phase, what) : what;
  }

  private static InjectedFault anywhere(SplittableRandom random) {
    InjectedFault what = fault(random);
    return random.nextInt(4) == 0 ? inReconfiguration(random, what) : what;
  }

  /** Whether servers and workers have only planned changes. */
  boolean isCalm() {
    return incidents.values().stream().allMatch(FaultScenario::isCalm);
  }

  private static boolean isCalm(InjectedFault what) {
    return switch (what) {
      case InjectedFault.Join _, InjectedFault.Leave _, InjectedFault.StallMaster _ -> true;
      case InjectedFault.In(JobPhase _, InjectedFault then) -> isCalm(then);
      default -> false;
    };
  }

  private static InjectedFault fault(SplittableRandom random) {
    int pick = random.nextInt(1_000);
    int other = random.nextInt(1_000);
    long pause = Chance.between(random, 10 * MILLI, 15 * SECOND);
    return switch (random.nextInt(17)) {
      case 0, 1, 2, 3 -> new InjectedFault.Kill(pick, false);
      case 4 -> new InjectedFault.Kill(pick, true);
      case 5, 6 -> new InjectedFault.KillMaster();
      case 7 -> new InjectedFault.Join(random.nextBoolean());
      case 8 -> new InjectedFault.Leave(random.nextBoolean(), pick);
      case 9, 10 -> new InjectedFault.Stall(pick, pause);
      case 11 -> new InjectedFault.Cut(pick, other);
      case 12 -> new InjectedFault.Silence(pick, other, pause);
      case 13 -> new InjectedFault.SlowDisk(pick, pause);
      case 14 -> new InjectedFault.FullDisk(pause);
      case 15 -> new InjectedFault.Rot(pick, random.nextInt(1_000_000));
      default -> new InjectedFault.StopAndGoOn(pause);
    };
  }

  @Override
  public String toString() {
    var text = new StringBuilder("seed %d, %s\n%s\n".formatted(seed, law, job));
    incidents.forEach((at, what) -> text.append("%8d ms %s%n".formatted(at / MILLI, what)));
    return text.toString();
  }
}
