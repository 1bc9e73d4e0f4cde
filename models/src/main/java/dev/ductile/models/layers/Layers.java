package dev.ductile.models.layers;

import dev.ductile.models.ParameterChecks;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The layers of a network in the order of forward propagation: the first receives the input. */
public record Layers(List<Layer> inOrder) {
  private static final int MOST = 10_000;

  public Layers {
    inOrder = List.copyOf(inOrder);
    if (inOrder.isEmpty() || inOrder.size() > MOST) {
      throw new IllegalArgumentException(
          "a network needs 1 to %d layers, not %d".formatted(MOST, inOrder.size()));
    }
    double seconds = 0;
    for (Layer layer : inOrder) {
      seconds += layer.backward() + layer.transfer() + layer.forward();
    }
    ParameterChecks.aboveZero("the time of all layers together", seconds);
  }

  int count() {
    return inOrder.size();
  }

  double backward(int layer) {
    return inOrder.get(layer).backward();
  }

  double transfer(int layer) {
    return inOrder.get(layer).transfer();
  }

  double forward(int layer) {
    return inOrder.get(layer).forward();
  }

  double backward() {
    return sum(Layer::backward);
  }

  double transfer() {
    return sum(Layer::transfer);
  }

  double forward() {
    return sum(Layer::forward);
  }

  /** The same layers with every transfer this many times as long. */
  Layers transferring(double times) {
    return new Layers(
        inOrder.stream()
            .map(layer -> new Layer(layer.backward(), layer.transfer() * times, layer.forward()))
            .toList());
  }

  private double sum(ToDoubleFunction<Layer> part) {
    double sum = 0;
    for (Layer layer : inOrder) {
      sum += part.applyAsDouble(layer);
    }
    return sum;
  }
}
