package dev.ductile.models.layers;

import dev.ductile.api.Bandwidth;
import dev.ductile.models.Amounts;
import java.util.List;

/** A network as it was measured on one worker, in the order of its forward propagation. */
public record LayerProfile(List<Measured> layers) {
  private static final double BYTES_PER_PARAMETER = 4;

  /** One layer: how many parameters it has, and how long a batch takes in it. */
  public record Measured(long parameters, double forwardSeconds, double backwardSeconds) {
    public Measured {
      Amounts.atLeastZero("parameters", (double) parameters);
      Amounts.atLeastZero("forwardSeconds", forwardSeconds);
      Amounts.atLeastZero("backwardSeconds", backwardSeconds);
    }
  }

  public LayerProfile {
    layers = List.copyOf(layers);
  }

  /**
   * The layers as they train over this link: every layer lies on all servers in equal parts, and
   * the workers share each server's link (Yu et al., Section III-B: r = (g/p) / (B/w)).
   */
  public Layers over(Bandwidth link, int workers, int servers) {
    if (workers < 1 || servers < 1) {
      throw new IllegalArgumentException(
          "layers train over at least 1 worker and 1 server, not %d and %d"
              .formatted(workers, servers));
    }
    double share = (double) workers / servers;
    return new Layers(
        layers.stream()
            .map(layer ->
                new Layer(
                    layer.backwardSeconds(),
                    link.seconds(BYTES_PER_PARAMETER * (double) layer.parameters() * share),
                    layer.forwardSeconds()))
            .toList());
  }
}
