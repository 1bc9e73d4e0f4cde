package dev.ductile.learned.model;

/**
 * The normalisation of one feature of a state: a network gets the value divided by the scale. A
 * value outside of the range is unlike all that the network was trained on.
 *
 * @param scale the divisor
 * @param least the least value in training
 * @param greatest the greatest value in training
 */
public record StateFeature(String name, double scale, double least, double greatest) {
  public StateFeature {
    if (name.isBlank() || !(scale > 0 && Double.isFinite(scale)) || !(least <= greatest)) {
      throw new IllegalArgumentException(
          "feature %s has scale %s and range %s to %s; the scale must be positive, the range ordered"
              .formatted(name, scale, least, greatest));
    }
  }
}
