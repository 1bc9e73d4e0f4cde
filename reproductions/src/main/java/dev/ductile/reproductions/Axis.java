package dev.ductile.reproductions;

import dev.ductile.reproductions.experiment.AxisUnit;
import java.util.Optional;

/**
 * One axis of a figure.
 *
 * @param label the quantity on the axis
 * @param unit the unit of the quantity; plain numbers if it is absent
 * @param scale the scale of the axis: linear if it is absent
 */
public record Axis(String label, Optional<AxisUnit> unit, Optional<Scale> scale) {
  /** The scale of an axis. */
  public enum Scale {
    LINEAR,
    LOG
  }

  public AxisUnit counted() {
    return unit.orElse(AxisUnit.PLAIN);
  }

  public boolean isLogarithmic() {
    return scale.orElse(Scale.LINEAR) == Scale.LOG;
  }

  /** {@code Mean completion time (h)}. */
  public String title() {
    String symbol = counted().symbol();
    return symbol.isEmpty() ? label : "%s (%s)".formatted(label, symbol);
  }
}
