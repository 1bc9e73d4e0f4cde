package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ActivePageTest {
  private static final int JOBS = 25;
  private static final Cluster CLUSTER =
      Cluster.of(
          Instant.EPOCH,
          Nodes.NONE,
          IntStream.range(0, JOBS).mapToObj(number -> waiting(number)).toList());

  private static Job waiting(int number) {
    var spec =
        JobSpec.of(
            new JobId("job-" + number),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(100));
    return Job.submitted(spec, number, Instant.EPOCH, Speed.UNKNOWN, Duration.ZERO);
  }

  private static JobFilter filter(Set<String> states, String text, Optional<String> after) {
    return new JobFilter(states, Optional.empty(), Optional.empty(), text, after, 10);
  }

  /** The sizes of all pages, in order. */
  private static List<Integer> pages(Set<String> states, String text) {
    var sizes = new ArrayList<Integer>();
    Optional<String> after = Optional.empty();
    do {
      ActivePage page = ActivePage.of(CLUSTER, filter(states, text, after));
      sizes.add(page.jobs().size());
      after = page.next();
    } while (after.isPresent());
    return sizes;
  }

  @Test
  void pagesTogetherHaveEveryMatchingJob() {
    assertThat(pages(Set.of(), "")).containsExactly(10, 10, 5);
    assertThat(pages(Set.of("pending"), "")).containsExactly(10, 10, 5);
    assertThat(pages(Set.of(), "job-1")).containsExactly(10, 1);
    assertThat(pages(Set.of("running"), "")).containsExactly(0);
    assertThat(pages(Set.of("failed"), "")).containsExactly(0);
  }

  @Test
  void eachPageCountsTheJobsOfAllPages() {
    Optional<String> after = Optional.of("9");
    assertThat(ActivePage.of(CLUSTER, filter(Set.of(), "", after)).total()).isEqualTo(JOBS);
    assertThat(ActivePage.of(CLUSTER, filter(Set.of(), "job-1", after)).total()).isEqualTo(11);
    assertThat(ActivePage.of(CLUSTER, filter(Set.of(), "", Optional.of("past:0"))))
        .isEqualTo(new ActivePage(List.of(), JOBS, true));
  }
}
