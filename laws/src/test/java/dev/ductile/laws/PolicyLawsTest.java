package dev.ductile.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law names a policy that breaks it, and none names a policy that grants nothing. */
@Tag("contract")
final class PolicyLawsTest {
  private static final int SEEDS = 10;

  /** All tasks on the first node with room. */
  private static final Placement FIRST =
      (job, size, free) -> {
        int node = free.first(job.spec().demand(), size, 0);
        if (node < 0) {
          return Optional.empty();
        }
        free.take(node, job.spec().demand(), size);
        return Optional.of(Allocation.on(free.nodes().get(node).id(), size));
      };

  /** Keeps protected jobs, and stops or leaves all others. */
  private static Plan nothing(Cluster cluster) {
    return Plan.of(
        List.of(),
        job ->
            Reason.of(
                job.isProtected(cluster.now())
                    ? Reason.Kind.PROTECTED
                    : Reason.Kind.BEHIND_IN_QUEUE,
                "for a test"));
  }

  @Test
  void aPolicyThatGrantsNothingBreaksNoLaw() {
    assertThat(broken(() -> PolicyLawsTest::nothing)).isEmpty();
  }

  /** The first policy of the guide, as it was: it moves protected jobs, with one reason for all. */
  @Test
  void aPolicyWithOneReasonForAllJobsBreaksTheLaws() {
    var laws = PolicyLaws.of(new OneReason(), FIRST);
    List<String> broken =
        LongStream.range(0, SEEDS)
            .boxed()
            .flatMap(seed -> laws.brokenInHistory(seed).stream())
            .toList();

    assertThat(broken)
        .anyMatch(
            law -> law.matches("random cluster \\d+, step \\d: illegal: .* is protected until .*"))
        .anyMatch(law ->
            law.matches(
                ".*the reason of \\S+, WAITING_FOR_CAPACITY \"too few free resources\", is no reason for a grant"))
        .anyMatch(law -> law.endsWith("is PROTECTED if, and only if, the job is protected"));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(laws::require)
        .withMessage(broken.getFirst());
  }

  @Test
  void aPolicyThatRemembersPicturesIsFound() {
    assertThat(broken(Counting::new))
        .anyMatch(
            law -> law.contains("the same picture gives another plan if the policy is asked twice"))
        .anyMatch(law -> law.contains("if the policy has seen other pictures"));
  }

  @Test
  void aPolicyThatThrowsIsNamedWithThePlace() {
    Policy throwing =
        cluster -> {
          throw new IllegalStateException("no idea\nwhat to do");
        };

    assertThat(broken(() -> throwing))
        .anyMatch(law ->
            law.startsWith(
                "random cluster 0: the policy throws java.lang.IllegalStateException: no idea what to do at dev.ductile.laws.PolicyLawsTest"))
        .anyMatch(law -> law.startsWith("odd picture 0 with labels: the policy throws"));
  }

  @Test
  void sentencesFiguresAndTimesAreChecked() {
    assertThat(broken(() -> PolicyLawsTest::careless))
        .anyMatch(law -> law.contains("BEHIND_IN_QUEUE \"null\", is no sentence for people"))
        .anyMatch(law -> law.contains("its template is \"waits for 3 jobs\""))
        .anyMatch(law -> law.contains("Plan.reconsider is not in the future"))
        .anyMatch(law -> law.contains("figures are not numbers with different names"));
  }

  @Test
  void aPolicyThatChoosesSizesMustSayIt() {
    Supplier<Policy> least = () -> cluster -> least(cluster, FIRST);
    List<String> broken =
        LongStream.range(0, SEEDS)
            .boxed()
            .flatMap(seed ->
                new PolicyLaws(least, false, _ -> true, List.of()).brokenInHistory(seed).stream())
            .toList();

    assertThat(broken)
        .anyMatch(law ->
            law.contains(
                "; a policy that chooses sizes returns true from resizes() of its provider"));
  }

  @Test
  void theLawsOfAProviderAreThoseOfItsPolicy() {
    assertThatCode(() -> PolicyLaws.of(new Idle(), FIRST).require()).doesNotThrowAnyException();
  }

  private static List<String> broken(Supplier<Policy> policies) {
    var laws = new PolicyLaws(policies, false, _ -> true, List.of());
    var broken = new ArrayList<String>();
    for (long seed = 0; seed < SEEDS; seed++) {
      broken.addAll(laws.brokenInHistory(seed));
      broken.addAll(laws.brokenOnOddPicture(seed));
    }
    return broken;
  }

  private static Plan careless(Cluster cluster) {
    Plan plan = nothing(cluster);
    return new Plan(
        plan.grants(),
        plan.notes(),
        Optional.of(cluster.now()),
        false,
        job ->
            job.isProtected(cluster.now())
                ? plan.reasons().why(job)
                : Reason.of(
                    Reason.Kind.BEHIND_IN_QUEUE,
                    job.arrival() % 2 == 0 ? "null" : "waits for 3 jobs"),
        List.of(new Figure("load", Double.NaN, "jobs")));
  }

  private static Plan least(Cluster cluster, Placement placement) {
    FreeCapacity free = FreeCapacity.of(cluster);
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      Size least = job.spec().bounds().least();
      placement.place(job, least, free).ifPresent(where -> grants.add(new Grant(job, where)));
    }
    return Plan.of(
        grants, job -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "too few free resources"));
  }

  /** A policy that asks its memory: its sentence has the number of its decisions. */
  private static final class Counting implements Policy {
    private int decisions;

    @Override
    public Plan decide(Cluster cluster) {
      decisions++;
      Plan plan = nothing(cluster);
      int count = decisions;
      return Plan.of(
          plan.grants(),
          job -> Reason.of(plan.reasons().why(job).kind(), "decision {decision}", count));
    }
  }

  private record None() {}

  private static final class OneReason implements PolicyProvider<None> {
    @Override
    public Profile profile() {
      return new Profile("one-reason", "", "every job its least size, with one reason");
    }

    @Override
    public None defaults() {
      return new None();
    }

    @Override
    public boolean resizes() {
      return true;
    }

    @Override
    public Policy create(None settings, PolicyContext context) {
      return cluster -> least(cluster, context.placement());
    }
  }

  private static final class Idle implements PolicyProvider<None> {
    @Override
    public Profile profile() {
      return new Profile("idle", "", "nothing for any job");
    }

    @Override
    public None defaults() {
      return new None();
    }

    @Override
    public Policy create(None settings, PolicyContext context) {
      return PolicyLawsTest::nothing;
    }
  }
}
