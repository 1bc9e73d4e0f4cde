package dev.ductile.reproductions.claim;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One condition on the reproduced figure for a claim to hold.
 *
 * @param line the line whose values are checked
 * @param of a line by which the values are divided first
 * @param x the points; all of them if neither this nor a range is given
 * @param from the first checked point
 * @param to the last checked point
 * @param is the expected value; the paper's own number if only {@code within} is given
 * @param within the allowed deviation from it, as a share of it
 * @param below a line or a number that the values are below
 * @param above a line or a number that the values are above
 * @param by the least distance below or above, as a share of the other
 * @param increasing true if each is at least the one before
 * @param decreasing true if each is at most the one before
 * @param most the point at which they are largest
 * @param least the point at which they are smallest
 */
public record Check(
    String line,
    Optional<String> of,
    Optional<@ReadAs({double.class, String.class, double[].class, String[].class}) Written> x,
    OptionalDouble from,
    OptionalDouble to,
    OptionalDouble is,
    Optional<Share> within,
    Optional<@ReadAs({double.class, String.class}) Written> below,
    Optional<@ReadAs({double.class, String.class}) Written> above,
    Optional<Share> by,
    Optional<Boolean> increasing,
    Optional<Boolean> decreasing,
    Optional<@ReadAs({double.class, String.class, double[].class, String[].class}) Written> most,
    Optional<@ReadAs({double.class, String.class, double[].class, String[].class}) Written> least) {
  public Check {
    long kinds =
        Stream.of(
                is.isPresent() || within.isPresent(),
                below.isPresent(),
                above.isPresent(),
                increasing.isPresent(),
                decreasing.isPresent(),
                most.isPresent(),
                least.isPresent())
            .filter(present -> present)
            .count();
    if (kinds != 1) {
      throw new IllegalArgumentException(
          "a check is one of is, within, below, above, increasing, decreasing, most, least; this has %d of them"
              .formatted(kinds));
    }
    if (is.isPresent() && within.isEmpty()) {
      throw new IllegalArgumentException("is needs a within, such as within: 15%");
    }
    if (by.isPresent() && below.isEmpty() && above.isEmpty()) {
      throw new IllegalArgumentException("by belongs to below or above, and there is none");
    }
    if (!increasing.orElse(true) || !decreasing.orElse(true)) {
      throw new IllegalArgumentException(
          "a check cannot ask for what is not so: leave the false one out");
    }
  }

  /** The named points; none if all are checked. */
  List<String> points() {
    return x.map(Check::names).orElse(List.of());
  }

  static List<String> names(Written written) {
    return written.node().isArray()
        ? written.elements().stream().map(Check::name).toList()
        : List.of(name(written));
  }

  static String name(Written written) {
    JsonNode node = written.node();
    if (!node.isValueNode() || node.isNull()) {
      throw written.wrong("must name a point, not " + written.quoted());
    }
    return node.asText();
  }
}
