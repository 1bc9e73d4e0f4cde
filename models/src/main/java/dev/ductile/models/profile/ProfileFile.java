package dev.ductile.models.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The resource file with the profiles of one device: lines of comma-separated values, of which the
 * first is the type of the line.
 *
 * <pre>
 * device,NVIDIA H200,tf32
 * network,alexnet,61100840                 number of parameters
 * dataset,ILSVRC 2012,1200000,90           examples and epochs; optional
 * run,32,3.7398,0.5239                     batch, then milliseconds: the step, and its update
 * layer,features.0,23296,0.24832/0.3733    parameters, then forward/backward ms for each run
 * </pre>
 */
final class ProfileFile {
  private static final double MILLI = 1e-3;

  private final String suffix;
  private final List<NetworkProfile> profiles = new ArrayList<>();
  private String device = "";
  private String precision = "";
  private String network = "";
  private long parameters;
  private Optional<NetworkProfile.Dataset> dataset = Optional.empty();
  private final List<double[]> runs = new ArrayList<>();
  private final List<String[]> layers = new ArrayList<>();

  private ProfileFile(String suffix) {
    this.suffix = suffix;
  }

  static List<NetworkProfile> read(String suffix, List<String> lines) {
    var file = new ProfileFile(suffix);
    lines.forEach(file::take);
    file.finish();
    return file.profiles;
  }

  private void take(String line) {
    String[] values = line.split(",", -1);
    switch (values[0]) {
      case "device" -> {
        device = values[1];
        precision = values[2];
      }
      case "network" -> {
        finish();
        network = values[1];
        parameters = Long.parseLong(values[2]);
      }
      case "dataset" ->
          dataset =
              Optional.of(
                  new NetworkProfile.Dataset(
                      values[1], Long.parseLong(values[2]), Integer.parseInt(values[3])));
      case "run" ->
          runs.add(
              new double[] {
                Double.parseDouble(values[1]), milli(values[2]), milli(values[3]),
              });
      case "layer" -> layers.add(values);
      default -> throw new IllegalStateException("a profile with the line " + line);
    }
  }

  private void finish() {
    if (network.isEmpty()) {
      return;
    }
    var measured = new ArrayList<BatchProfile>();
    for (int i = 0; i < runs.size(); i++) {
      double[] run = runs.get(i);
      measured.add(new BatchProfile(run[0], run[1], run[2], layers(i)).withLayersThatAddUp());
    }
    profiles.add(
        new NetworkProfile(
            network + "@" + suffix, device, precision, parameters, dataset, measured));
    network = "";
    dataset = Optional.empty();
    runs.clear();
    layers.clear();
  }

  private List<BatchProfile.LayerTimes> layers(int run) {
    var times = new ArrayList<BatchProfile.LayerTimes>();
    for (String[] layer : layers) {
      String[] both = layer[3 + run].split("/", 2);
      times.add(
          new BatchProfile.LayerTimes(
              layer[1], Long.parseLong(layer[2]), milli(both[0]), milli(both[1])));
    }
    return times;
  }

  private static double milli(String text) {
    return Double.parseDouble(text) * MILLI;
  }
}
