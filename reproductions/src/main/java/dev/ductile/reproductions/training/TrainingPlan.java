package dev.ductile.reproductions.training;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Written;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A training whose quantities are filled in. Plans of one hash give equal models.
 *
 * @param name the name of the training
 * @param file the file of the reproduction; paths in a plan are relative to its folder
 * @param scenario the scenario, with the policies and seeds of an evaluation
 * @param entry the training, whose numbers are filled in
 * @param from the training before
 * @param until the slots after which the model is taken
 * @param network the seed of the weights and of all draws
 */
public record TrainingPlan(
    String name,
    Path file,
    Written scenario,
    TrainingEntry entry,
    Optional<TrainingPlan> from,
    OptionalLong until,
    long network) {
  private static final int DIGITS = 16;

  /** The plan of a filled-in entry. */
  public static TrainingPlan of(
      String name,
      Path file,
      Written scenario,
      TrainingEntry entry,
      Optional<TrainingPlan> from,
      long network) {
    return new TrainingPlan(name, file, scenario, entry, from, entry.plannedSlots(), network);
  }

  /** The same training to its end. */
  TrainingPlan whole() {
    return with(OptionalLong.empty());
  }

  /** The same training up to these slots, if it does not end before. */
  TrainingPlan upTo(long slots) {
    return with(OptionalLong.of(Math.min(slots, until.orElse(slots))));
  }

  private TrainingPlan with(OptionalLong slots) {
    return new TrainingPlan(name, file, scenario, entry, from, slots, network);
  }

  /** The name of the model's file. */
  String fileName() {
    return "%s-%d-%s.model".formatted(name, network, hash().substring(0, DIGITS));
  }

  /** The hash of all that the model depends on, but the version of Ductile. */
  String hash() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.set("scenario", scenario.node());
    entry.policy().ifPresent(policy -> all.put("policy", policy.policy()));
    entry.imitate().ifPresent(teacher -> all.set("imitate", teacher.node()));
    entry.settings().ifPresent(settings -> all.set("settings", settings.node()));
    from.ifPresent(before -> all.put("from", before.hash()));
    until.ifPresent(slots -> all.put("until", slots));
    all.put("episodes", entry.plannedEpisodes()).put("network", network);
    try {
      byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException problem) {
      throw new IllegalStateException("every Java has SHA-256", problem);
    }
  }
}
