package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The surroundings of policies, and the defaults of plug-ins. */
final class PolicyContextTest {
  private static final Placement NOWHERE = (_, _, _) -> Optional.empty();
  private static final Placement TOGETHER = (_, size, _) -> Optional.of(Allocation.together(size));

  @Test
  void aPolicyInsideAnotherHasTheSameSurroundingsWithItsOwnDraws() {
    var context =
        new PolicyContext(NOWHERE, new Seed(7), Policies.NONE, Optional.of(Path.of("folder")));

    PolicyContext inner = context.inner("lookahead");

    assertThat(inner)
        .isEqualTo(
            new PolicyContext(
                NOWHERE, new Seed(7).child("lookahead"), Policies.NONE, context.folder()));
    assertThat(inner.seed()).isNotEqualTo(context.seed());
    assertThat(context.inner("another").seed()).isNotEqualTo(inner.seed());
  }

  /** Scenarios name seeds, so draws must never change. */
  @Test
  void theSeedOfAChildIsTheFirstDrawOfItsStream() {
    assertThat(new Seed(1).child("jobs")).isEqualTo(new Seed(-8687113272443971848L));
  }

  @Test
  void aContextAloneHasNoOtherPoliciesAndNoFolder() {
    PolicyContext alone = PolicyContext.of(NOWHERE, new Seed(7));

    assertThat(alone)
        .isEqualTo(new PolicyContext(NOWHERE, new Seed(7), Policies.NONE, Optional.empty()));
    assertThat(alone.others().has("fifo")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> alone.others().policy("fifo", alone))
        .withMessage("there is no policy \"fifo\": no other policies are installed here");
  }

  @Test
  void aPlacementClaimsWhatItPlaces() {
    Job job =
        Job.submitted(
            JobSpec.of(
                new JobId("a"),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 1),
                Work.steps(1)),
            0,
            Instant.EPOCH,
            Speed.UNKNOWN,
            Duration.ZERO);
    FreeCapacity free = Nodes.uniform(1, Resources.gpus(1)).allFree();

    assertThat(TOGETHER.claim(job, Size.workers(1), free)).isTrue();
    assertThat(NOWHERE.claim(job, Size.workers(1), free)).isFalse();
  }

  @Test
  void aSpeedModelIsShownForWorkersWithoutServers() {
    record Nothing() {}
    var provider =
        new SpeedProvider<Nothing>() {
          @Override
          public String name() {
            return "nothing";
          }

          @Override
          public String summary() {
            return "no speed";
          }

          @Override
          public Class<Nothing> parameters() {
            return Nothing.class;
          }

          @Override
          public Speed create(Nothing parameters) {
            return Speed.UNKNOWN;
          }
        };

    assertThat(provider.sizes(new Nothing()))
        .extracting(Size::workers)
        .containsExactly(1, 2, 4, 8, 16, 32, 64);
    assertThat(provider.sizes(new Nothing())).allMatch(size -> size.servers() == 0);
  }
}
