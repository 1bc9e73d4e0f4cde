package dev.ductile.policies.smd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.policies.smd.Grid.Fractional;
import dev.ductile.policies.smd.JobSet.Member;
import org.junit.jupiter.api.Test;

/** The rounding of fractional sizes (Algorithm 2). */
class RoundingTest {
  @Test
  void theFactorIsThatOfLemma3() {
    assertThat(Rounding.lemma(0.5, 4, 10)).isCloseTo(0.413521, offset(1e-5));
    assertThat(Rounding.lemma(1, 4, 10)).isCloseTo(0.462726, offset(1e-5));
    assertThat(Rounding.lemma(0.5, 4, 100)).isCloseTo(0.7502, offset(1e-5));
  }

  @Test
  void everyDrawStaysWithinLimitsAndBesideTheFraction() {
    long seed = 0;
    for (Member member : JobSet.read(true).members()) {
      if (member.best().isPresent()) {
        Allowance allowance = Instance.allowance(member.instance().job(0));
        var fractional = Grid.best(Ratio.of(member.instance().terms()), Region.of(allowance), 0.1);
        check(fractional, allowance, ++seed);
      }
    }
  }

  private static void check(Fractional fractional, Allowance allowance, long seed) {
    var random = new Seed(seed).stream("rounding");
    for (int draws : new int[] {1, 20}) {
      Size size = new Rounding(draws, Scale.ONE, 0.5).round(fractional, allowance, random);
      assertThat(allowance.covers(size)).as("seed %d", seed).isTrue();
      assertThat(Math.abs(size.workers() - fractional.workers())).as("seed %d", seed).isLessThan(1);
      assertThat(Math.abs(size.servers() - fractional.servers())).as("seed %d", seed).isLessThan(1);
    }
    Size scaled = new Rounding(20, Scale.LEMMA, 0.5).round(fractional, allowance, random);
    assertThat(allowance.covers(scaled)).as("seed %d", seed).isTrue();
    assertThat(scaled.workers()).as("seed %d", seed).isLessThan((int) fractional.workers() + 2);
  }
}
