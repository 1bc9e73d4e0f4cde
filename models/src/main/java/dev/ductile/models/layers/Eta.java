package dev.ductile.models.layers;

import java.util.List;

/**
 * SMD's coefficients: the share of each part of a step that remains when computation and
 * communication overlap (Yu et al., Section III-C.3).
 *
 * <p>Time counts as communication while a link is busy in any direction, else as propagation; so
 * the three parts add up to the step.
 *
 * @param forward eta 1: forward propagation while no link is busy
 * @param backward eta 2: backward propagation while no link is busy
 * @param communication eta 3: any link busy, as a share of sending and receiving one after the
 *     other
 */
public record Eta(double forward, double backward, double communication) {
  /** The shares without overlap. */
  public static final Eta SEQUENTIAL = new Eta(1, 1, 1);

  public Eta {
    share("eta 1", forward);
    share("eta 2", backward);
    share("eta 3", communication);
  }

  /** Eta 1, 2 and 3, as in files and reports. */
  public List<Double> inOrder() {
    return List.of(forward, backward, communication);
  }

  /** The shares of parts of these layers; the share of a part that takes no time is 1. */
  static Eta of(Layers layers, double forward, double backward, double communication) {
    return new Eta(
        kept(forward, layers.forward()),
        kept(backward, layers.backward()),
        kept(communication, 2 * layers.transfer()));
  }

  // A slice longer than its layer can keep a link busy for longer than the layers need.
  private static double kept(double part, double whole) {
    return whole > 0 ? Math.clamp(part / whole, 0.0, 1.0) : 1;
  }

  private static void share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and 1, not %s".formatted(name, value));
    }
  }
}
