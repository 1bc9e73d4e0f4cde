package dev.ductile.learned.network;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A fully connected network: ReLU after every layer but the last, whose output is linear. Its
 * weights never change; training makes another network.
 *
 * <p>Weights are rows of floats, one row for each input of a layer. An input of zero skips its row,
 * and the state of a cluster has many zeros.
 */
public final class DenseNetwork implements Network {
  private final List<Layer> layers;

  /** One layer. */
  public static final class Layer {
    private final float[][] weights;
    private final float[] biases;

    /**
     * A layer of these arrays, which nothing may change afterwards.
     *
     * @param weights a row for each input, with a weight for each output
     * @param biases one for each output
     */
    public Layer(float[][] weights, float[] biases) {
      this.weights = weights;
      this.biases = biases;
    }

    /** A row for each input, with a weight for each output; not to be changed. */
    public float[][] weights() {
      return weights;
    }

    /** One for each output; not to be changed. */
    public float[] biases() {
      return biases;
    }

    public int inputs() {
      return weights.length;
    }

    public int outputs() {
      return biases.length;
    }

    float[] forward(SparseRow input) {
      float[] sums = new float[biases.length];
      forward(input, sums);
      return sums;
    }

    void forward(SparseRow input, float[] sums) {
      System.arraycopy(biases, 0, sums, 0, sums.length);
      input.addProduct(weights, sums);
    }

    /** The weights with a row for each output. */
    float[][] transposed() {
      return transposed(weights);
    }

    static float[][] transposed(float[][] rows) {
      float[][] transposed = new float[rows[0].length][rows.length];
      for (int from = 0; from < rows.length; from++) {
        for (int to = 0; to < transposed.length; to++) {
          transposed[to][from] = rows[from][to];
        }
      }
      return transposed;
    }
  }

  public DenseNetwork(List<Layer> layers) {
    this.layers = List.copyOf(layers);
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      boolean fits = i == 0 || layers.get(i - 1).outputs() == layer.inputs();
      if (!fits || Arrays.stream(layer.weights()).anyMatch(row -> row.length != layer.outputs())) {
        throw new IllegalArgumentException(
            "layer %d of a network has weights for other numbers of inputs or outputs"
                .formatted(i + 1));
      }
    }
  }

  /**
   * A network with random weights (He et al., ICCV 2015).
   *
   * @param sizes the number of inputs, the outputs of each hidden layer, and the outputs
   */
  public static DenseNetwork random(Seed seed, int... sizes) {
    RandomGenerator random = seed.stream("network.weights");
    var layers = new Layer[sizes.length - 1];
    for (int i = 0; i < layers.length; i++) {
      float[][] weights = new float[sizes[i]][sizes[i + 1]];
      double deviation = Math.sqrt(2.0 / sizes[i]);
      for (float[] row : weights) {
        for (int to = 0; to < row.length; to++) {
          row[to] = (float) (deviation * Seed.normal(random));
        }
      }
      layers[i] = new Layer(weights, new float[sizes[i + 1]]);
    }
    return new DenseNetwork(List.of(layers));
  }

  /**
   * A network with random weights.
   *
   * @param hidden the outputs of each hidden layer
   */
  public static DenseNetwork random(Seed seed, int inputs, List<Integer> hidden, int outputs) {
    int[] sizes = new int[hidden.size() + 2];
    sizes[0] = inputs;
    for (int i = 0; i < hidden.size(); i++) {
      sizes[i + 1] = hidden.get(i);
    }
    sizes[sizes.length - 1] = outputs;
    return random(seed, sizes);
  }

  @Override
  public List<Layer> layers() {
    return layers;
  }

  @Override
  public DenseNetwork with(List<Layer> other) {
    return new DenseNetwork(other);
  }

  @Override
  public int inputs() {
    return layers.getFirst().inputs();
  }

  @Override
  public int outputs() {
    return layers.getLast().outputs();
  }

  @Override
  public float[] forward(float[] input) {
    requireWidth(input);
    var sparse = new SparseRow(widest());
    return behindFirst(layers.getFirst().forward(sparse.ofRow(input)), sparse);
  }

  @Override
  public ForwardSeries series() {
    return new IncrementalForward(this);
  }

  /**
   * The outputs for the sums of the first layer.
   *
   * @param sums the sums before their ReLU, which is applied to them here
   */
  float[] behindFirst(float[] sums, SparseRow sparse) {
    return behindFirst(sums, sparse, buffers());
  }

  /**
   * The same.
   *
   * @param buffers receive the outputs of each layer; the result is the last one of them
   */
  float[] behindFirst(float[] sums, SparseRow sparse, float[][] buffers) {
    float[] values = sums;
    for (int i = 1; i < layers.size(); i++) {
      rectify(values);
      layers.get(i).forward(sparse.ofRow(values), buffers[i]);
      values = buffers[i];
    }
    return values;
  }

  /** An array for the outputs of each layer. */
  float[][] buffers() {
    return layers.stream().map(layer -> new float[layer.outputs()]).toArray(float[][]::new);
  }

  @Override
  public ForwardPass forward(float[][] inputs) {
    for (float[] input : inputs) {
      requireWidth(input);
    }
    return forward(inputs, new float[inputs()]);
  }

  /**
   * The results for a batch of inputs.
   *
   * @param common is added to each input
   */
  ForwardPass forward(float[][] inputs, float[] common) {
    var sparse = new SparseRow(widest());
    var activations = new ArrayList<float[][]>();
    activations.add(inputs);
    float[] start = layers.getFirst().forward(sparse.ofRow(common));
    for (int i = 0; i < layers.size(); i++) {
      float[][] before = activations.getLast();
      float[][] after = new float[before.length][];
      for (int row = 0; row < before.length; row++) {
        after[row] = (i == 0 ? start : layers.get(i).biases()).clone();
        sparse.ofRow(before[row]).addProduct(layers.get(i).weights(), after[row]);
        if (i < layers.size() - 1) {
          rectify(after[row]);
        }
      }
      activations.add(after);
    }
    return new ForwardPass(this, common, activations);
  }

  /** The most inputs or outputs of a layer. */
  int widest() {
    return layers.stream()
        .mapToInt(layer -> Math.max(layer.inputs(), layer.outputs()))
        .max()
        .orElseThrow();
  }

  private static void rectify(float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
  }
}
