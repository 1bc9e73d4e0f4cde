package dev.ductile.learned.model;

import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.DenseNetwork.Layer;
import dev.ductile.learned.network.Gradients;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.RowNetwork;
import dev.ductile.learned.network.ScoreNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Networks as tensors: {@code policy.0.weight} of the shape inputs, outputs, and {@code
 * policy.0.bias}, for each layer from 0; the memory of their optimiser begins with {@code
 * adam.mean} and {@code adam.square}.
 */
final class NetworkTensors {
  private static final String MEANS = "adam.mean.";
  private static final String SQUARES = "adam.square.";

  private final SortedMap<String, Tensor> tensors;

  /**
   * The sizes of a network in the metadata of its file.
   *
   * @param rows of a network that shares its weights between rows: the rows of an input, the values
   *     of a row, and, if it sees the sums of all rows, the values that are also seen as
   *     logarithms; empty for a dense network
   * @param sizes the inputs, the outputs of each hidden layer, and the outputs
   * @param steps the steps of its optimiser; without steps the optimiser has no tensors
   */
  record Sizes(List<Integer> rows, List<Integer> sizes, long steps) {
    Sizes {
      rows = List.copyOf(rows);
      sizes = List.copyOf(sizes);
      if (!rows.isEmpty()
          && (rows.size() < 2 || rows.size() > 3 || rows.stream().anyMatch(size -> size < 1))) {
        throw new IllegalArgumentException(
            "a network has rows of %s, not of two or three numbers".formatted(rows));
      }
      if (sizes.size() < 2 || sizes.stream().anyMatch(size -> size < 1) || steps < 0) {
        throw new IllegalArgumentException(
            "a network has layers of %s and %d steps".formatted(sizes, steps));
      }
    }

    static Sizes of(TrainedNetwork trained) {
      var sizes = new ArrayList<Integer>();
      List<Layer> layers = trained.network().layers();
      sizes.add(layers.getFirst().inputs());
      layers.forEach(layer -> sizes.add(layer.outputs()));
      List<Integer> rows =
          switch (trained.network()) {
            case DenseNetwork _ -> List.of();
            case RowNetwork network ->
                List.of(network.rows(), network.columns(), network.figures());
            case ScoreNetwork network -> List.of(network.rows(), network.columns());
          };
      return new Sizes(rows, sizes, trained.steps());
    }
  }

  private NetworkTensors(SortedMap<String, Tensor> tensors) {
    this.tensors = tensors;
  }

  static SortedMap<String, Tensor> of(Map<String, TrainedNetwork> networks) {
    var tensors = new NetworkTensors(new TreeMap<>());
    networks.forEach(tensors::put);
    return tensors.tensors;
  }

  /** The networks of these sizes; an unexpected tensor is an error. */
  static SortedMap<String, TrainedNetwork> networks(
      Map<String, Sizes> sizes, Map<String, Tensor> tensors) {
    var left = new NetworkTensors(new TreeMap<>(tensors));
    var networks = new TreeMap<String, TrainedNetwork>();
    sizes.forEach((name, layers) -> networks.put(name, left.take(name, layers)));
    if (!left.tensors.isEmpty()) {
      throw new IllegalArgumentException(
          "tensor %s belongs to no network".formatted(left.tensors.firstKey()));
    }
    return networks;
  }

  private void put(String name, TrainedNetwork trained) {
    put(name, trained.network().layers());
    if (trained.steps() > 0) {
      put(MEANS + name, trained.means().layers());
      put(SQUARES + name, trained.squares().layers());
    }
  }

  private void put(String name, List<Layer> layers) {
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      float[] weights = new float[layer.inputs() * layer.outputs()];
      for (int from = 0; from < layer.inputs(); from++) {
        System.arraycopy(
            layer.weights()[from], 0, weights, from * layer.outputs(), layer.outputs());
      }
      tensors.put(
          "%s.%d.weight".formatted(name, i),
          new Tensor(List.of(layer.inputs(), layer.outputs()), weights));
      tensors.put(
          "%s.%d.bias".formatted(name, i), new Tensor(List.of(layer.outputs()), layer.biases()));
    }
  }

  private TrainedNetwork take(String name, Sizes sizes) {
    Network network = network(sizes.rows(), new DenseNetwork(layers(name, sizes.sizes())));
    if (sizes.steps() == 0) {
      return TrainedNetwork.untrained(network);
    }
    return new TrainedNetwork(
        network,
        new Gradients(layers(MEANS + name, sizes.sizes())),
        new Gradients(layers(SQUARES + name, sizes.sizes())),
        sizes.steps());
  }

  private static Network network(List<Integer> rows, DenseNetwork dense) {
    return switch (rows.size()) {
      case 0 -> dense;
      case 2 -> new ScoreNetwork(rows.get(0), rows.get(1), dense);
      default -> new RowNetwork(rows.get(0), rows.get(1), rows.get(2), dense);
    };
  }

  private List<Layer> layers(String name, List<Integer> sizes) {
    var layers = new ArrayList<Layer>();
    for (int i = 0; i + 1 < sizes.size(); i++) {
      int inputs = sizes.get(i);
      int outputs = sizes.get(i + 1);
      float[] values = take("%s.%d.weight".formatted(name, i), List.of(inputs, outputs));
      float[][] weights = new float[inputs][outputs];
      for (int from = 0; from < inputs; from++) {
        System.arraycopy(values, from * outputs, weights[from], 0, outputs);
      }
      layers.add(new Layer(weights, take("%s.%d.bias".formatted(name, i), List.of(outputs))));
    }
    return layers;
  }

  private float[] take(String name, List<Integer> shape) {
    Tensor tensor = tensors.remove(name);
    if (tensor == null) {
      throw new IllegalArgumentException("there is no tensor " + name);
    }
    if (!tensor.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "tensor %s has the shape %s, its network needs %s"
              .formatted(name, tensor.shape(), shape));
    }
    return tensor.values();
  }
}
