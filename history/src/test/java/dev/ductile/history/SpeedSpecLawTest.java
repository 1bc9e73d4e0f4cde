package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.scenario.Catalog;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A spec of any installed model is read as it was written, and makes the same speed. */
@Tag("seeds")
final class SpeedSpecLawTest {
  private static final long SEEDS = 10L * Integer.getInteger("ductile.seedFactor", 1);
  private static final Catalog CATALOG = Catalog.installed();
  private static final Catalog OTHER = Catalog.installed();
  private static final EventCodec CODEC = new EventCodec(CATALOG);

  @Test
  void everySpecIsReadAsItWasWrittenAndMakesTheSameSpeed() throws IOException {
    assertThat(CATALOG.speeds()).isNotEmpty();
    for (SpeedProvider<?> provider : CATALOG.speeds()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        var specs = new RandomSpecs(new Seed(seed).stream(provider.name()));
        String when = "%s, seed %d".formatted(provider.name(), seed);
        SpeedSpec spec = specs.of(provider);
        SpeedSpec read = read(spec);
        assertThat(read).as(when).isEqualTo(spec);
        assertThat(read.hashCode()).as(when).isEqualTo(spec.hashCode());
        assertSame(when, CATALOG.speed(read), OTHER.speed(spec));
      }
    }
  }

  private static SpeedSpec read(SpeedSpec spec) throws IOException {
    JobSpec job =
        JobSpec.of(
            new JobId("a"),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(1));
    Event submitted = new Event.Submitted(Instant.EPOCH, job, spec, Duration.ZERO);
    Event read = CODEC.read(CODEC.write(List.of(submitted))).getFirst();
    return ((Event.Submitted) read).speed();
  }

  private static void assertSame(String when, Speed one, Speed other) {
    for (int workers = 1; workers <= 9; workers += 2) {
      for (int servers = 0; servers <= 2; servers++) {
        Allocation where = Allocation.together(new Size(workers, servers));
        assertThat(one.stepsPerSecond(where)).as(when).isEqualTo(other.stepsPerSecond(where));
        assertThat(one.estimate(where)).as(when).isEqualTo(other.estimate(where));
      }
    }
  }
}
