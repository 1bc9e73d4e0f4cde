package dev.ductile.models.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Itemised;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.layers.LayeredModel.Mode;
import dev.ductile.models.layers.LayeredModel.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LayeredModelTest {
  private static final Offset<Double> CLOSELY = within(1e-9);
  private static final Allocation FOUR_AND_TWO = Allocation.together(new Size(4, 2));
  private static final List<Double> ETA = List.of(1.0, 0.4, 2 / 3.0);
  private static final List<Layer> FIGURE =
      List.of(new Layer(1, 2, 1), new Layer(1, 2, 1), new Layer(1, 2, 1), new Layer(2, 3, 1));

  @Test
  void equations4And5() {
    assertThat(speed(batched(Mode.SYNC, ETA)).stepsPerSecond(FOUR_AND_TWO))
        .isCloseTo(0.22761760242792112, CLOSELY);
    assertThat(speed(batched(Mode.ASYNC, ETA)).stepsPerSecond(FOUR_AND_TWO))
        .isCloseTo(2.1201413427561833, CLOSELY);
  }

  @Test
  void layersGiveTheEquationsTheirEta() {
    Speed speed = speed(with(Mode.SYNC, FIGURE, Overlap.WAIT_FREE));

    assertThat(speed.stepsPerSecond(FOUR_AND_TWO)).isCloseTo(0.22761760242792112, CLOSELY);
    assertThat(((Itemised) speed).items(FOUR_AND_TWO))
        .containsEntry("eta", ETA)
        .containsEntry("secondsPerSample", 18.0)
        .containsEntry("examplesPerSecond", 320 * speed.stepsPerSecond(FOUR_AND_TWO))
        .containsKey("secondsPerStep");
  }

  @Test
  void theTermsOfAStepAddUpToIt() {
    for (Mode mode : Mode.values()) {
      Speed speed = speed(batched(mode, ETA));
      for (int workers = 1; workers <= 9; workers += 2) {
        for (int servers = 1; servers <= 5; servers++) {
          double seconds = speed.stepTerms().orElseThrow().secondsPerStep(workers, servers);
          assertThat(1 / speed.stepsPerSecond(Allocation.together(new Size(workers, servers))))
              .isCloseTo(seconds, CLOSELY);
        }
      }
    }
    assertThat(speed(alone(Overlap.SEQUENTIAL, OptionalInt.empty())).stepTerms()).isEmpty();
  }

  @Test
  void layersAloneAnswerForASample() {
    Speed speed = speed(alone(Overlap.WAIT_FREE, OptionalInt.empty()));
    Allocation one = Allocation.together(Size.workers(1));

    assertThat(speed.stepsPerSecond(one)).isEqualTo(1 / 18.0);
    assertThat(((Itemised) speed).items(one))
        .containsEntry("eta", ETA)
        .containsEntry("secondsPerSample", 18.0)
        .containsEntry("secondsPerStep", 18.0);
  }

  @Test
  void moreWorkersShareTheLinksOfTheServers() {
    Speed speed = speed(alone(Overlap.SEQUENTIAL, OptionalInt.empty()));

    assertThat(1 / speed.stepsPerSecond(FOUR_AND_TWO)).isCloseTo(9 + 2 * 18, CLOSELY);
    assertThat(1 / speed.stepsPerSecond(Allocation.together(new Size(2, 2))))
        .isCloseTo(27, CLOSELY);
    assertThat(((Itemised) speed).items(FOUR_AND_TWO))
        .containsEntry("secondsPerSample", 27.0)
        .containsEntry("examplesPerSecond", 4 / 45.0);
  }

  @Test
  void withoutServersItAssumesTheNumberInItsParameters() {
    Speed withServers = speed(alone(Overlap.PRIORITY, OptionalInt.of(2)));

    assertThat(withServers.stepsPerSecond(Allocation.together(Size.workers(4))))
        .isEqualTo(withServers.stepsPerSecond(FOUR_AND_TWO));
    assertThat(withServers.stepsPerSecond(Allocation.NONE)).isZero();
    assertThat(withServers.stepsPerSecond(Allocation.together(new Size(0, 3)))).isZero();
  }

  @Test
  void theLayersReplaceAbsentParameters() {
    Speed speed =
        new LayeredModel()
            .create(
                parameters(
                    Optional.of(Overlap.SEQUENTIAL),
                    Optional.of(FIGURE),
                    Optional.of(Mode.SYNC),
                    Optional.empty()));

    double seconds = 320 / 4.0 * 4 + 5 + 2 * 9 * 2;
    assertThat(1 / speed.stepsPerSecond(FOUR_AND_TWO)).isCloseTo(seconds, CLOSELY);
  }

  @Test
  void aProfileBecomesLayersOverALink() {
    var profile = new LayerProfile(List.of(new LayerProfile.MeasuredLayer(250_000, 0.01, 0.02)));

    assertThat(profile.over(Bandwidth.bitsPerSecond(8e9), 4, 2).inOrder())
        .containsExactly(new Layer(0.02, 0.002, 0.01));
  }

  @Test
  void badParametersAreRefused() {
    refused(
        () -> parameters(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        "layers or a mode (sync or async) is missing");
    refused(
        () -> parameters(Optional.empty(), Optional.of(FIGURE), Optional.empty(), Optional.of(ETA)),
        "eta follows from the layers; give one of the two");
    refused(
        () -> speed(batched(Mode.ASYNC, List.of(1.0))),
        "eta has three shares (forward, backward, communication), not 1");
    refused(
        () -> speed(batched(Mode.ASYNC, List.of(1.0, 1.5, 1.0))),
        "eta 2 must be between 0 and 1, not 1.5");
    refused(
        () ->
            speed(
                parameters(
                    Optional.empty(), Optional.empty(), Optional.of(Mode.SYNC), Optional.empty())),
        "forwardPerSample is missing");
    refused(() -> new Layers(List.of()), "a network needs 1 to 10000 layers, not 0");
    refused(
        () -> new Layers(List.of(new Layer(0, 0, 0))),
        "the time of all layers together must be a finite number above 0, not 0.0");
  }

  private static void refused(Runnable attempt, String message) {
    assertThatIllegalArgumentException().isThrownBy(attempt::run).withMessage(message);
  }

  private static Speed speed(Parameters parameters) {
    return new LayeredModel().create(parameters);
  }

  private static Parameters alone(Overlap overlap, OptionalInt servers) {
    Parameters some =
        parameters(Optional.of(overlap), Optional.of(FIGURE), Optional.empty(), Optional.empty());
    return new Parameters(
        some.overlap(),
        some.layers(),
        OptionalDouble.of(0),
        some.mode(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        some.eta(),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        servers);
  }

  private static Parameters parameters(
      Optional<Overlap> overlap,
      Optional<List<Layer>> layers,
      Optional<Mode> mode,
      Optional<List<Double>> eta) {
    return new Parameters(
        overlap,
        layers,
        OptionalDouble.empty(),
        mode,
        OptionalDouble.of(320),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        eta,
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalInt.empty());
  }

  private static Parameters batched(Mode mode, List<Double> eta) {
    return batched(Optional.empty(), Optional.empty(), mode, Optional.of(eta));
  }

  private static Parameters with(Mode mode, List<Layer> layers, Overlap overlap) {
    return batched(Optional.of(overlap), Optional.of(layers), mode, Optional.empty());
  }

  private static Parameters batched(
      Optional<Overlap> overlap,
      Optional<List<Layer>> layers,
      Mode mode,
      Optional<List<Double>> eta) {
    return new Parameters(
        overlap,
        layers,
        OptionalDouble.empty(),
        Optional.of(mode),
        OptionalDouble.of(320),
        OptionalDouble.of(32),
        OptionalDouble.of(0.05),
        OptionalDouble.of(0.2),
        eta,
        OptionalDouble.of(100),
        Optional.of(new Bandwidth(1250)),
        OptionalDouble.of(0.5),
        OptionalDouble.of(0.02),
        OptionalDouble.of(0.01),
        OptionalInt.empty());
  }
}
