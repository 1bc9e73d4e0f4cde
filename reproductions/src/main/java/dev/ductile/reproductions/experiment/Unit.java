package dev.ductile.reproductions.experiment;

/** What an axis is counted in. */
public enum Unit {
  PLAIN("", 1),
  PERCENT("%", 0.01),
  MILLISECONDS("ms", 0.001),
  SECONDS("s", 1),
  MINUTES("min", 60),
  HOURS("h", 3600),
  DAYS("d", 86_400);

  private final String symbol;
  private final double size;

  Unit(String symbol, double size) {
    this.symbol = symbol;
    this.size = size;
  }

  public String symbol() {
    return symbol;
  }

  /** A number of these as it is counted inside: seconds, or parts of one. */
  public double inside(double value) {
    return value * size;
  }

  /** What is counted inside, as a number of these. */
  public double outside(double value) {
    return value / size;
  }
}
