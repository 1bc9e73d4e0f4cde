package dev.ductile.bench.dl2;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.models.TableModel;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Public measurements of training with parameter servers, by network. Failed measurements are left
 * out. Between measured sizes a speed is linear; beyond the largest it is that of the largest.
 */
public record MeasuredSpeeds(Map<String, List<Measurement>> networks) {
  /** Their file in a folder of public data. */
  private static final Path FILE = Path.of("peers", "dl2", "config_speed_flat.csv");

  public static Path file(Path data) {
    return data.resolve(FILE);
  }

  /** Reads a file with the columns of its header. */
  public static MeasuredSpeeds read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> header = List.of(lines.getFirst().split(",", -1));
    var networks = new LinkedHashMap<String, List<Measurement>>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> row = List.of(line.split(",", -1));
      if (row.get(header.indexOf("failed_measurement")).equals("0")) {
        double batch = Double.parseDouble(row.get(header.indexOf("total_batch")));
        double samples = Double.parseDouble(row.get(header.indexOf("sum_samples_per_s")));
        int workers = Integer.parseInt(row.get(header.indexOf("num_worker")));
        int servers = Integer.parseInt(row.get(header.indexOf("num_ps")));
        networks
            .computeIfAbsent(row.getFirst(), _ -> new ArrayList<>())
            .add(new Measurement(new Setup(workers, servers, batch), samples / batch));
      }
    }
    return new MeasuredSpeeds(networks);
  }

  List<Measurement> of(String network) {
    return Optional.ofNullable(networks.get(network))
        .orElseThrow(() -> new IllegalArgumentException("no measurements of " + network));
  }

  /** Samples per second of all workers. */
  double samplesPerSecond(String network, Size size) {
    List<TableModel.Point> points =
        of(network).stream()
            .map(one ->
                new TableModel.Point(
                    one.setup().workers(), OptionalInt.of(one.setup().servers()), samples(one)))
            .toList();
    return new TableModel()
        .create(new TableModel.Parameters(points))
        .stepsPerSecond(Allocation.together(size));
  }

  static double samples(Measurement measurement) {
    return measurement.stepsPerSecond() * measurement.setup().batch();
  }
}
