package dev.ductile.models.layers;

import java.util.List;

/**
 * What is left of each part of a step when computing and communicating overlap, as a share of what
 * the part takes by itself (Yu et al., Section III-C.3).
 *
 * <p>Time counts as communication while a link is busy in any direction, and as propagation only
 * while none is; so the three parts add up to the step.
 *
 * @param forward eta 1: forward propagation while no link is busy
 * @param backward eta 2: backward propagation while no link is busy
 * @param communication eta 3: any link busy, as a share of sending and receiving one by one
 */
public record Eta(double forward, double backward, double communication) {
  /** Nothing overlaps. */
  public static final Eta SEQUENTIAL = new Eta(1, 1, 1);

  public Eta {
    share("eta 1", forward);
    share("eta 2", backward);
    share("eta 3", communication);
  }

  /** As files and reports write it: eta 1, 2 and 3. */
  public List<Double> inOrder() {
    return List.of(forward, backward, communication);
  }

  /**
   * The shares of these layers that their parts keep; a part that takes no time keeps all of it.
   */
  static Eta of(Layers layers, double forward, double backward, double communication) {
    return new Eta(
        kept(forward, layers.forward()),
        kept(backward, layers.backward()),
        kept(communication, 2 * layers.transfer()));
  }

  // A slice longer than its layer could keep a link busy for longer than the layers need.
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
