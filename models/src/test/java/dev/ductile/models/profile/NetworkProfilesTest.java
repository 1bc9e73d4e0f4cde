package dev.ductile.models.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.UnknownNameException;
import org.junit.jupiter.api.Test;

final class NetworkProfilesTest {
  @Test
  void everyNetworkIsListedInBothPrecisions() {
    assertThat(NetworkProfiles.all()).extracting(NetworkProfile::name).hasSize(2 * 17 + 4 + 1 + 8);
    for (NetworkProfile profile : NetworkProfiles.all()) {
      assertThat(NetworkProfiles.named(profile.name())).isSameAs(profile);
      for (BatchProfile run : profile.runs()) {
        assertThat(profile.run(run.batch()).stepSeconds())
            .as(profile.name())
            .isCloseTo(run.stepSeconds(), within(1e-12));
        assertThat(run.layers().isEmpty()).isEqualTo(!profile.name().contains("@h200"));
      }
    }
  }

  /**
   * Parameters are neither lost with a layer without times, nor counted twice if two layers share
   * them.
   */
  @Test
  void theLayersHaveAllParametersAndTakeTheWholeTime() {
    for (NetworkProfile profile : NetworkProfiles.all()) {
      for (BatchProfile run : profile.runs()) {
        if (!run.layers().isEmpty()) {
          assertThat(run.layers().stream().mapToLong(BatchProfile.LayerTimes::parameters).sum())
              .as(profile.name())
              .isEqualTo(profile.parameters());
          assertThat(
                  run.layers().stream()
                      .mapToDouble(layer -> layer.forwardSeconds() + layer.backwardSeconds())
                      .sum())
              .as(profile.name())
              .isCloseTo(run.propagationSeconds(), within(1e-12));
        }
      }
    }
  }

  @Test
  void aBatchBetweenTwoMeasuredOnesLiesOnTheLine() {
    NetworkProfile resnet = NetworkProfiles.named("resnet50@h200");
    BatchProfile run = resnet.run(96);

    assertThat(resnet.parameters()).isEqualTo(25_557_032);
    assertThat(run.stepSeconds()).isCloseTo((32.703e-3 + 61.000e-3) / 2, within(1e-6));
    assertThat(run.layers().getFirst().name()).isEqualTo("conv1");
    assertThat(resnet.isMeasured(96)).isTrue();
    assertThat(resnet.isMeasured(4)).isFalse();
  }

  @Test
  void timeNeverFallsWithTheBatchBeyondTheMeasuredOnes() {
    for (NetworkProfile profile :
        NetworkProfiles.all().stream().filter(one -> !one.hasNoTimes()).toList()) {
      double smallest = profile.runs().getFirst().batch();
      double largest = profile.referenceBatch();
      double half = profile.run(smallest / 2).stepSeconds();
      assertThat(half)
          .as(profile.name())
          .isPositive()
          .isLessThanOrEqualTo(profile.run(smallest).stepSeconds() + 1e-12);
      assertThat(profile.run(2 * largest).propagationSeconds())
          .as(profile.name())
          .isCloseTo(2 * profile.run(largest).propagationSeconds(), within(1e-9));
    }
  }

  /** Lin et al., Table III on a K520, and the times that follow from it for a batch of 1024. */
  @Test
  void theTableOfLinIsListed() {
    NetworkProfile nin = NetworkProfiles.named("nin@k520");
    double link = 1e9 / 8;
    double oneStep = nin.run(1024).stepSeconds() + 2 * nin.bytes() / link;
    NetworkProfile.Dataset data = nin.dataset().orElseThrow();

    assertThat(nin.bytes()).isEqualTo(30e6);
    assertThat(oneStep * data.examples() * data.epochs() / 1024 / 86_400)
        .isCloseTo(0.67044, within(1e-5));
    assertThat(nin.run(512).propagationSeconds()).isCloseTo(0.5 * 6.7e12 / 1229e9, within(1e-9));
  }

  @Test
  void theNetworksOfDl2AreShapes() {
    assertThat(NetworkProfiles.all().stream().filter(NetworkProfile::hasNoTimes))
        .extracting(NetworkProfile::name)
        .hasSize(8)
        .allMatch(name -> name.endsWith("@dl2"));
    assertThat(NetworkProfiles.named("vgg16@dl2").isMeasured(32)).isFalse();
  }

  @Test
  void anUnknownNameIsRefusedWithAllNames() {
    assertThatThrownBy(() -> NetworkProfiles.named("resnt50@h200"))
        .hasMessage("unknown profile \"resnt50@h200\"")
        .isInstanceOfSatisfying(
            UnknownNameException.class,
            unknown -> assertThat(unknown.known()).contains("resnet50@h200", "vgg16@dl2"));
  }
}
