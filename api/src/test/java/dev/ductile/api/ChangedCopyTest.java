package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A changed copy of a job or of its specification differs only in the changed component. */
final class ChangedCopyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  /** A note of a policy. */
  private record Count(int value) implements Note {}

  private final JobSpec spec =
      JobSpec.of(
          new JobId("a"),
          Demand.perWorker(Resources.gpus(1)),
          Bounds.workers(1, 8),
          Work.steps(100));
  private final Job job = Job.submitted(spec, 3, NOW, Allocation::workers, Duration.ofSeconds(5));

  @Test
  void aChangedSpecificationDiffersInOneComponent() throws ReflectiveOperationException {
    var utility = new Utility.Sigmoid(1, 1, 1, TimeUnit.HOURS);
    var protection = new Protection(Duration.ofSeconds(1), Duration.ZERO);
    var program = Program.NONE.withCommand(List.of("train"));
    assertThat(changed(spec, spec.withRequest(Size.workers(2)))).containsExactly("request");
    assertThat(changed(spec, spec.withDemand(Demand.perWorker(Resources.gpus(2)))))
        .containsExactly("demand");
    assertThat(changed(spec, spec.withWork(Work.steps(7)))).containsExactly("work");
    assertThat(changed(spec, spec.withUtility(utility))).containsExactly("utility");
    assertThat(changed(spec, spec.withOwner("ann"))).containsExactly("owner");
    assertThat(changed(spec, spec.withQueue("night", 2))).containsExactly("priority", "queue");
    assertThat(changed(spec, spec.withProtection(protection))).containsExactly("protection");
    assertThat(changed(spec, spec.withRescaleMode(RescaleMode.HOT))).containsExactly("rescaleMode");
    assertThat(changed(spec, spec.withProgram(program))).containsExactly("program");
    assertThat(changed(spec, spec.withGang(new Gang("pair", 2)))).containsExactly("gang");
    var other = new Dependency(new JobId("b"), Dependency.Condition.ENDED);
    assertThat(changed(spec, spec.withAfter(List.of(other)))).containsExactly("after");
    assertThat(changed(spec, spec.withId(new JobId("b")))).containsExactly("id");
  }

  @Test
  void aChangedJobDiffersInOneComponent() throws ReflectiveOperationException {
    var progress = new Progress(LATER, 5, 1, 2, 3);
    assertThat(changed(job, job.with(JobState.FAILED))).containsExactly("state");
    assertThat(changed(job, job.with(Phase.EARLY_FEEDBACK))).containsExactly("phase");
    assertThat(changed(job, job.with(progress))).containsExactly("progress");
    assertThat(changed(job, job.withNote("a", new Count(1)))).containsExactly("notes");
    assertThat(changed(job, job.withPause(Duration.ZERO))).containsExactly("pause");
    Speed twice = where -> 2 * where.workers();
    assertThat(changed(job, job.with(job.speedSpec(), twice))).containsExactly("speed");
    assertThat(changed(job, job.with(job.spec(), ManualOverride.NONE.withHeld(true))))
        .containsExactly("manualOverride");
    assertThat(changed(job, job.with(spec.withOwner("ann"), ManualOverride.NONE)))
        .containsExactly("spec");
    Job placed =
        job.withAllocation(
            Allocation.together(Size.workers(1)), JobState.STARTING, progress, LATER);
    assertThat(changed(job, placed))
        .containsExactly("allocation", "progress", "protectedUntil", "state");
  }

  @Test
  void aJobPredictsItsEndAtItsRequestedSize() {
    Job asking =
        Job.submitted(spec.withRequest(Size.workers(4)), 0, NOW, Allocation::workers, Duration.ZERO)
            .with(new Progress(NOW, 20, 0, 0, 0));
    assertThat(asking.speedAt(Size.workers(2))).isEqualTo(2);
    assertThat(asking.totalSeconds()).isEqualTo(25);
    assertThat(asking.remainingSeconds(NOW)).isEqualTo(20);
    assertThat(job.spec().asked()).isEqualTo(Size.workers(1));
  }

  @Test
  void aJobWithServersIsOfParameterServersAndMustHaveThem() {
    var servers = new Bounds(Range.between(1, 4), Range.between(1, 2));
    var maybe = new Bounds(Range.between(1, 4), Range.between(0, 2));
    assertThat(specWithin(servers).aggregation()).isEqualTo(Aggregation.PARAMETER_SERVER);
    assertThat(spec.aggregation()).isEqualTo(Aggregation.ALL_REDUCE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> specWithin(maybe))
        .withMessageContaining("needs at least one server; its bounds allow 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> withAggregation(servers, Aggregation.ALL_REDUCE, Optional.empty()))
        .withMessageContaining("its bounds ask for up to 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            withAggregation(servers, Aggregation.PARAMETER_SERVER, Optional.of(Size.workers(1))))
        .withMessageContaining(
            "requests 1, which its bounds 1 to 4 workers and 1 to 2 servers do not allow");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.withDemand(Demand.NONE))
        .withMessage("job a has workers that need nothing");
  }

  @Test
  void aGrantIsAChangeIfTheAllocationDiffers() {
    Allocation one = Allocation.together(Size.workers(1));
    Job placed = job.withAllocation(one, JobState.RUNNING, job.progress(), NOW);
    assertThat(new Grant(placed, one).isChange()).isFalse();
    assertThat(new Grant(placed, Allocation.together(Size.workers(2))).isChange()).isTrue();
    assertThat(new Grant(placed, one).rescaleMode()).isEqualTo(RescaleMode.CHECKPOINT);
  }

  private JobSpec specWithin(Bounds bounds) {
    return JobSpec.of(spec.id(), spec.demand(), bounds, spec.work());
  }

  private JobSpec withAggregation(Bounds bounds, Aggregation aggregation, Optional<Size> request) {
    return new JobSpec(
        spec.id(),
        "",
        "default",
        0,
        aggregation,
        spec.demand(),
        bounds,
        request,
        spec.work(),
        Utility.NONE,
        RescaleMode.HOT,
        Protection.NONE,
        Program.NONE,
        Gang.NONE,
        List.of());
  }

  private static Set<String> changed(Record before, Record after)
      throws ReflectiveOperationException {
    Set<String> changed = new TreeSet<>();
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      Object was = component.getAccessor().invoke(before);
      if (!was.equals(component.getAccessor().invoke(after))) {
        changed.add(component.getName());
      }
    }
    return changed;
  }
}
