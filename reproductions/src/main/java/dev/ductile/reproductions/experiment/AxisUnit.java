package dev.ductile.reproductions.experiment;

/** The unit of an axis. */
public enum AxisUnit {
  PLAIN("", 1),
  PERCENT("%", 0.01),
  MILLISECONDS("ms", 0.001),
  SECONDS("s", 1),
  MINUTES("min", 60),
  HOURS("h", 3600),
  DAYS("d", 86_400);

  private final String symbol;
  private final double size;

  AxisUnit(String symbol, double size) {
    this.symbol = symbol;
    this.size = size;
  }

  public String symbol() {
    return symbol;
  }

  /** Converts to the internal unit: seconds, or shares. */
  public double inside(double value) {
    return value * size;
  }

  /** Converts from the internal unit. */
  public double outside(double value) {
    return value / size;
  }
}
