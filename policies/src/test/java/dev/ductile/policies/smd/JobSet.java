package dev.ductile.policies.smd;

import dev.ductile.api.Size;
import dev.ductile.policies.smd.Instance.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Fifty jobs drawn from the ranges of Section V, with the results of an independent calculation.
 */
record JobSet(boolean sync, List<Member> members) {
  /** Figures are in hours, GB and MB per second; the cluster in units of the paper. */
  private static final List<Double> UNIT = List.of(600.0, 3400.0, 1400.0, 1200.0);

  /**
   * A job and its results.
   *
   * @param best the best size; empty, like the results that depend on it, if no size is within the
   *     limit
   */
  record Member(
      Instance instance,
      Optional<Size> best,
      double seconds,
      double utility,
      Optional<Size> equal,
      Optional<Size> greedy,
      double continuousSeconds) {}

  static JobSet read(boolean sync) {
    String name = sync ? "jobs-sync.csv" : "jobs-async.csv";
    try (InputStream file = Objects.requireNonNull(JobSet.class.getResourceAsStream(name))) {
      List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      String[] header = lines.getFirst().split(",", -1);
      return new JobSet(
          sync, lines.stream().skip(1).map(line -> member(header, line, sync)).toList());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  List<Instance> instances() {
    return members.stream().map(Member::instance).toList();
  }

  static List<Double> units(int count) {
    return UNIT.stream().map(amount -> amount * count).toList();
  }

  private static Member member(String[] header, String line, boolean sync) {
    String[] cells = line.split(",", -1);
    Map<String, String> row = new HashMap<>();
    for (int column = 0; column < header.length; column++) {
      row.put(header[column], cells[column]);
    }
    return new Member(
        instance(row, sync),
        size(row, "best"),
        number(row, "T_s"),
        number(row, "utility"),
        size(row, "esw"),
        size(row, "optimus"),
        number(row, "cont_T"));
  }

  private static Instance instance(Map<String, String> row, boolean sync) {
    var model =
        new Model(
            number(row, "g"),
            number(row, "B"),
            number(row, "m"),
            number(row, "K"),
            number(row, "tf"),
            number(row, "tb"),
            numbers(row, "eta"),
            number(row, "beta1"),
            number(row, "beta2"),
            number(row, "alpha"));
    return new Instance(
        number(row, "E"),
        sync ? model.sync() : model.async(),
        Instance.hours(number(row, "g1"), number(row, "g2"), number(row, "g3")),
        numbers(row, "O"),
        numbers(row, "G"),
        numbers(row, "v"));
  }

  private static String cell(Map<String, String> row, String name) {
    return Objects.requireNonNull(row.get(name), name);
  }

  private static double number(Map<String, String> row, String name) {
    return cell(row, name).equals("-") ? 0 : Double.parseDouble(cell(row, name));
  }

  private static List<Double> numbers(Map<String, String> row, String name) {
    return Arrays.stream(cell(row, name).split(" ", -1)).map(Double::parseDouble).toList();
  }

  private static Optional<Size> size(Map<String, String> row, String name) {
    if (cell(row, name).equals("-")) {
      return Optional.empty();
    }
    List<Double> both = numbers(row, name);
    return Optional.of(new Size(both.get(0).intValue(), both.get(1).intValue()));
  }
}
