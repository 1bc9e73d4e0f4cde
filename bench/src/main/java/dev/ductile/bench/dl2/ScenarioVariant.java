package dev.ductile.bench.dl2;

import dev.ductile.api.Size;
import dev.ductile.models.fit.LeastSquares;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.StepTimeForm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The scenario file of DL2 with measured speeds in place of its own. An epoch takes as long as
 * there with four workers and four servers, so work and arrivals stay the same.
 *
 * @param isFitted whether policies expect the form of Optimus, fitted to all measurements, in place
 *     of the measurements
 */
record ScenarioVariant(MeasuredSpeeds measured, boolean isFitted) {
  private static final Pattern NAME = Pattern.compile(" *- name: (\\S+)");
  private static final Pattern MEDIAN = Pattern.compile(".*median: ([0-9.]+).*");
  private static final Size USUAL = new Size(4, 4);
  private static final double MEDIAN_SECONDS = 70 * 60;

  /** The text of the scenario with other speeds. */
  String of(List<String> lines) {
    String network = "";
    double epochs = 1;
    var text = new StringBuilder();
    for (String line : lines) {
      network = found(NAME, line).map(ScenarioVariant::measuredName).orElse(network);
      epochs = found(MEDIAN, line).map(Double::parseDouble).orElse(epochs);
      boolean isSpeed = line.strip().startsWith("speed:");
      text.append(isSpeed ? speeds(network, epochs) : line).append('\n');
    }
    return text.toString();
  }

  private static Optional<String> found(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The name of a network in the measurements. */
  private static String measuredName(String name) {
    return name.equals("ctc") ? "cnn-text-classification" : name;
  }

  private String speeds(String network, double epochs) {
    double samplesPerEpoch = MEDIAN_SECONDS / epochs * measured.samplesPerSecond(network, USUAL);
    String table =
        measured.of(network).stream()
            .map(one ->
                "{workers: %d, servers: %d, stepsPerSecond: %s}"
                    .formatted(
                        one.setup().workers(),
                        one.setup().servers(),
                        MeasuredSpeeds.samples(one) / samplesPerEpoch))
            .collect(Collectors.joining(", "));
    String speed = "        speed: {model: table, points: [" + table + "]}";
    return isFitted ? speed + "\n" + expected(network, samplesPerEpoch) : speed;
  }

  private String expected(String network, double samplesPerEpoch) {
    List<Measurement> all = measured.of(network);
    double batch = all.getFirst().setup().batch();
    double[] theta = LeastSquares.RELATIVE.parameters(StepTimeForm.OPTIMUS_SYNC, all);
    String scaled =
        Arrays.stream(theta)
            .mapToObj(each -> String.format(Locale.ROOT, "%e", each * samplesPerEpoch / batch))
            .collect(Collectors.joining(", "));
    return "        expectedSpeed: {model: optimus-sync, batch: %s, theta: [%s]}"
        .formatted(batch, scaled);
  }
}
