package dev.ductile.learned.model;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The training of a model so far.
 *
 * @param slots the slots it was trained on
 * @param updates the updates of its networks
 * @param inputsHash the SHA-256 of its training inputs in hexadecimal digits
 * @param version the version of Ductile that trained it last
 * @param curve its training curve, in the order of training
 */
public record TrainingHistory(
    long slots, long updates, String inputsHash, String version, List<CurvePoint> curve) {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public TrainingHistory {
    curve = List.copyOf(curve);
    if (slots < 0 || updates < 0) {
      throw new IllegalArgumentException(
          "a model was trained on %d slots with %d updates".formatted(slots, updates));
    }
    if (!HASH.matcher(inputsHash).matches()) {
      throw new IllegalArgumentException(
          "the hash of the training inputs is %s, not 64 hexadecimal digits".formatted(inputsHash));
    }
  }
}
