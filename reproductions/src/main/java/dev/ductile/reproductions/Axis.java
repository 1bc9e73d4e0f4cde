package dev.ductile.reproductions;

import dev.ductile.reproductions.experiment.Unit;
import java.util.Optional;

/** What one axis shows, and in what it is counted. */
public record Axis(String label, Optional<Unit> unit, Optional<Scale> scale) {
  /** How far apart numbers lie. */
  public enum Scale {
    LINEAR,
    LOG
  }

  public Unit counted() {
    return unit.orElse(Unit.PLAIN);
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
