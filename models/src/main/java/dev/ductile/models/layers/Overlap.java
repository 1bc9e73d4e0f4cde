package dev.ductile.models.layers;

/** The overlap of communication with computation in a step (Yu et al., Section III-B and C). */
public enum Overlap {
  /** No overlap (Section III-B). */
  SEQUENTIAL {
    @Override
    public StepTime step(Layers layers, double slice) {
      return new StepTime(
          layers.backward() + 2 * layers.transfer() + layers.forward(), Eta.SEQUENTIAL);
    }
  },

  /** A layer sends its gradients as soon as they are known and the link is free (Lemma 1). */
  WAIT_FREE {
    @Override
    public StepTime step(Layers layers, double slice) {
      return new WaitFreeSchedule(layers).step();
    }
  },

  /** Layers near the input are sent first and interrupt others (Lemma 2, corrected). */
  PRIORITY {
    @Override
    public StepTime step(Layers layers, double slice) {
      return PrioritySchedule.corrected(layers, slice).step();
    }
  },

  /** Lemma 2 as printed, which counts a backlog twice from the third layer on. */
  PRIORITY_AS_PRINTED {
    @Override
    public StepTime step(Layers layers, double slice) {
      return PrioritySchedule.asPrinted(layers, slice).step();
    }
  };

  /**
   * The time of one step of one worker.
   *
   * @param slice seconds to transfer one slice of a layer; 0 for infinitely small slices. Without
   *     effect if layers are sent whole.
   */
  public abstract StepTime step(Layers layers, double slice);
}
