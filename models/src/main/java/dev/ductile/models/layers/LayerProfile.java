package dev.ductile.models.layers;

import dev.ductile.api.Bandwidth;
import dev.ductile.models.ParameterChecks;
import java.util.List;

/** The measured layers of a network on one worker, in the order of forward propagation. */
public record LayerProfile(List<MeasuredLayer> layers) {
  private static final double BYTES_PER_PARAMETER = 4;

  /** One layer: its number of parameters, and its seconds for a batch. */
  public record MeasuredLayer(long parameters, double forwardSeconds, double backwardSeconds) {
    public MeasuredLayer {
      ParameterChecks.atLeastZero("parameters", (double) parameters);
      ParameterChecks.atLeastZero("forwardSeconds", forwardSeconds);
      ParameterChecks.atLeastZero("backwardSeconds", backwardSeconds);
    }
  }

  public LayerProfile {
    layers = List.copyOf(layers);
  }

  /**
   * The layers with transfers over this link. Every layer is divided equally among all servers, and
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
