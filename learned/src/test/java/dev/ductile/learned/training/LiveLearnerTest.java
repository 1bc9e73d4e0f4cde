package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.history.Run;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.slot.Batch;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Learning beside a policy that acts, in a simulation in place of a live cluster. */
class LiveLearnerTest {
  private static final int RUNS = 5;
  private static final Duration SLOT = Duration.ofMinutes(20);
  private static final String TINY = "hidden=[8]";

  @TempDir private Path folder;
  private Training training;
  private final List<LearnedModel> improved = new ArrayList<>();

  @BeforeEach
  void read() throws IOException {
    training = Sketches.models(folder);
  }

  @ParameterizedTest
  @EnumSource
  void theNetworksChangeAndTheRunDoesNot(LearnedPolicy policy) {
    LearnedModel start = model(policy, "reinforcement.afterstate.preparation=1");

    List<Run> runs = run(exploring(start), training.live(start, Runnable::run, improved::add));

    assertThat(runs)
        .extracting(Run::outcomes)
        .isEqualTo(
            run(exploring(start), SchedulerObserver.NONE).stream()
                .<Object>map(Run::outcomes)
                .toList());
    assertThat(improved).hasSizeGreaterThan(2);
    LearnedModel first = improved.getFirst();
    long before = start.trained("policy").steps();
    assertThat(first.trained("policy").steps()).as("prepared").isEqualTo(before);
    assertThat(first.trained("forecast").steps()).isPositive();
    assertThat(improved.getLast().trained("policy").steps()).isGreaterThan(before);
    long slots = start.history().slots();
    assertThat(improved).extracting(one -> one.history().slots() - slots).startsWith(4L, 8L, 12L);
    List<CurvePoint> curve = improved.getLast().history().curve();
    assertThat(curve.subList(start.history().curve().size(), curve.size()))
        .hasSameSizeAs(improved)
        .extracting(CurvePoint::figures)
        .allSatisfy(figures -> assertThat(figures).containsKey("meanReward"));
    assertThat(improved).extracting(ModelFile::hash).doesNotHaveDuplicates();
  }

  @Test
  void theSameRunTeachesTheSame() {
    LearnedModel start = model(LearnedPolicy.DL2);
    run(exploring(start), training.live(start, Runnable::run, improved::add));
    String first = ModelFile.hash(improved.getLast());
    run(exploring(start), training.live(start, Runnable::run, improved::add));

    assertThat(ModelFile.hash(improved.getLast())).isEqualTo(first);
  }

  @Test
  void policiesThatDoNotExploreTeachNothing() {
    LearnedModel start = model(LearnedPolicy.DL2);
    LiveLearner learner = training.live(start, Runnable::run, improved::add);
    run(Choice.named("drf"), learner);
    run(exploring(start).with("explore", "false"), learner);

    assertThat(improved).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"drf", "optimus", "fifo"})
  void actionsLeadToTheSizesOfAnyPlan(String acting) throws IOException {
    Episodes episodes = Sketches.training(folder);
    var compared = new ArrayList<Size>();
    run(
        Choice.named(acting),
        new SchedulerObserver() {
          @Override
          public void decided(Cluster cluster, Plan plan) {
            AppliedDecision applied = AppliedDecision.of(episodes, cluster, plan);
            assertThat(applied.batches().stream().map(Batch::jobs).flatMap(List::stream))
                .hasSize(cluster.jobs().size());
            for (Grant grant : plan.grants()) {
              compared.add(grant.allocation().size());
              assertThat(applied.unplaced()).isEmpty();
            }
          }
        });

    assertThat(compared).hasSizeGreaterThan(20);
  }

  @Test
  void aJobTeachesNothingIfNoActionsLeadToItsSize() throws IOException {
    Job possible = Sketches.job(0, 60);
    Job impossible = Sketches.job(1, 60);
    Cluster cluster = cluster(Instant.EPOCH, possible, impossible);

    AppliedDecision applied =
        AppliedDecision.of(
            Sketches.training(folder),
            cluster,
            Plan.of(
                List.of(grant(possible, 3), grant(impossible, 9)),
                _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits")));

    assertThat(applied.unplaced()).containsExactly(impossible.id());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "300, 1"})
  void aJobTeachesNothingIfItStoodStillWithItsTasks(double done, int changes) {
    LearnedModel start = model(LearnedPolicy.DL2, 1, "reinforcement.afterstate.preparation=1");
    LiveLearner learner = training.live(start, Runnable::run, improved::add);
    Job job = Sketches.job(0, 6000);
    Job later = job.with(new Progress(Instant.EPOCH.plus(SLOT), done, 0, 0, 1));

    learner.decided(cluster(Instant.EPOCH, job), explored(grant(job, 3)));
    learner.decided(cluster(Instant.EPOCH.plus(SLOT), later), explored(grant(later, 3)));

    assertThat(improved).hasSize(changes);
  }

  @Test
  void aSlotIsLeftOutIfTooManyDecisionsWait() {
    LearnedModel start = model(LearnedPolicy.DL2, 1, "reinforcement.afterstate.preparation=0");
    run(exploring(start), training.live(start, Runnable::run, improved::add));
    assertThat(improved).hasSizeGreaterThan(7);
    improved.clear();
    Deque<Runnable> waiting = new ArrayDeque<>();

    run(exploring(start), training.live(start, waiting::add, improved::add));
    waiting.forEach(Runnable::run);

    assertThat(improved).as("the slots between eight decisions").hasSizeBetween(1, 7);
  }

  @Test
  void aModelOfAnotherRuleCannotLearnFromALiveRun() {
    LearnedModel replay = model(LearnedPolicy.DL2, "reinforcement.rule=replay");

    assertThatThrownBy(() -> training.live(replay, Runnable::run, improved::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("by the rule afterstate only, and the model has replay");
  }

  private static Cluster cluster(Instant now, Job... jobs) {
    return Cluster.of(now, Sketches.NODES, List.of(jobs));
  }

  /** The plan of a network that has explored. */
  private static Plan explored(Grant grant) {
    return new Plan(
        List.of(grant),
        List.of(),
        Optional.empty(),
        false,
        _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits"),
        List.of(new Figure("explored", 1, "drawn actions")));
  }

  private static Grant grant(Job job, int workers) {
    NodeId node = Sketches.NODES.list().getFirst().id();
    return new Grant(job, Allocation.on(node, Size.workers(workers)));
  }

  private LearnedModel model(LearnedPolicy policy, String... settings) {
    return model(policy, 4, settings);
  }

  /** A model that has imitated a little, and whose networks change after this number of slots. */
  private LearnedModel model(LearnedPolicy policy, int slots, String... settings) {
    var all = new ArrayList<>(List.of(TINY, "reinforcement.afterstate.slots=" + slots, "jobs=6"));
    all.addAll(List.of(settings));
    TrainingSettings chosen =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), all);
    return training.imitate(
        training.untrained(policy, Choice.named("drf"), chosen, 1),
        chosen,
        1,
        6,
        TrainingListener.NONE);
  }

  private Choice exploring(LearnedModel model) {
    Path file = folder.resolve("acting.model");
    ModelFile.write(file, model);
    return Choice.named(model.policy())
        .with("model", file.toString())
        .with("check", "false")
        .with("explore", "true");
  }

  private List<Run> run(Choice policy, SchedulerObserver observer) {
    var simulation = new Simulation(training.scenario(), Catalog.installed());
    return LongStream.rangeClosed(1, RUNS)
        .mapToObj(seed -> simulation.run(policy, seed, 1, false, observer))
        .toList();
  }
}
