package dev.ductile.simulator.lin;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.ductile.scenario.Catalog;
import dev.ductile.text.Document;
import dev.ductile.text.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * The networks of Lin et al., Table III, on GPUs of 1229 GFLOPS and links of 1 Gbit/s, mini-batches
 * of 1024; the server spends 2 operations on each parameter of 4 bytes.
 */
enum TableThree {
  NIN(50_000, 30e6, 6.7e12, 200),
  GOOGLENET(1_200_000, 54e6, 9.7e12, 200),
  ALEXNET(1_200_000, 249e6, 7.0e12, 90),
  VGG19(1_200_000, 575e6, 120e12, 74);

  static final Catalog CATALOG = Catalog.installed();
  private static final double OPERATIONS_PER_SECOND = 1229e9;
  private static final double BYTES_PER_SECOND = 1e9 / 8;

  private final double examples;
  private final double bytes;
  private final double operations;
  private final int epochs;

  TableThree(double examples, double bytes, double operations, int epochs) {
    this.examples = examples;
    this.bytes = bytes;
    this.operations = operations;
    this.epochs = epochs;
  }

  /** Mini-batches of a job of mean size. */
  double steps() {
    return examples * epochs / 1024;
  }

  /** The keys of its speed, in nodes. */
  String speed() {
    double link = bytes / BYTES_PER_SECOND;
    return "{model: async-ps, nodes: true, downlink: %s, uplink: %s, worker: %s, server: %s}"
        .formatted(
            link, link, operations / OPERATIONS_PER_SECOND, bytes / 2 / OPERATIONS_PER_SECOND);
  }

  /** A job in a list of jobs. */
  String job(String more) {
    return "  - {worker: {gpu: 1}, bounds: {workers: {min: 1}}, speed: %s, %s}%n"
        .formatted(speed(), more);
  }

  /** A kind in a mix: epochs are normal with a variance of 2. */
  String kind() {
    double epoch = examples / 1024;
    return "      - {name: %s, worker: {gpu: 1}, bounds: {workers: {min: 1}}, speed: %s, work: {normal: {mean: %s, deviation: %s}}}%n"
        .formatted(name().toLowerCase(Locale.ROOT), speed(), steps(), epoch * StrictMath.sqrt(2));
  }

  static Written written(String yaml) {
    try {
      return Document.tree("a test", new YAMLMapper().readTree(yaml)).root();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
