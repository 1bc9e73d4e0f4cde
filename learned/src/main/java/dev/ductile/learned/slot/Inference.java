package dev.ductile.learned.slot;

import dev.ductile.learned.network.Network;
import java.util.List;

/** One inference of a slot: a state, and the action that was chosen in it. */
public final class Inference {
  private static final float[][] NO_ROWS = {};

  private final float[] state;
  private final boolean[] legal;
  private final int action;
  private final boolean guided;
  private final float[][] rowsAfter;

  /**
   * An inference.
   *
   * @param state the input of the network
   * @param legal the legal actions, by their index
   * @param action the index of the action
   * @param guided whether exploration chose it instead of the network
   * @param rowsAfter for each legal action the row of its job after it; not to be read for others
   */
  public Inference(
      float[] state, boolean[] legal, int action, boolean guided, float[][] rowsAfter) {
    this.state = state;
    this.legal = legal;
    this.action = action;
    this.guided = guided;
    this.rowsAfter = rowsAfter;
  }

  /** An inference from which nothing learns that needs the rows after its actions. */
  public Inference(float[] state, boolean[] legal, int action, boolean guided) {
    this(state, legal, action, guided, NO_ROWS);
  }

  /** The pass of a policy network over some inferences; outputs of illegal actions may be 0. */
  public static Network.Pass forward(Network network, List<Inference> inferences) {
    float[][] states = inferences.stream().map(Inference::state).toArray(float[][]::new);
    boolean[][] legal = inferences.stream().map(Inference::legal).toArray(boolean[][]::new);
    return network.forward(states, legal);
  }

  /** The input of the network, not to be changed. */
  public float[] state() {
    return state;
  }

  /** The legal actions, by their index, not to be changed. */
  public boolean[] legal() {
    return legal;
  }

  public int action() {
    return action;
  }

  public boolean isGuided() {
    return guided;
  }

  /** The row of a job as it would be after a legal action that adds tasks to it. */
  public float[] rowAfter(int index) {
    return rowsAfter[index];
  }
}
