package dev.ductile.models.layers;

/** How a step's communication overlaps with its computation (Yu et al., Section III-B and C). */
public enum Overlap {
  /** Everything one after the other (Section III-B). */
  SEQUENTIAL {
    @Override
    public Step step(Layers layers, double slice) {
      return new Step(layers.backward() + 2 * layers.transfer() + layers.forward(), Eta.SEQUENTIAL);
    }
  },

  /** Every layer's gradients leave as soon as they are known and the link is free (Lemma 1). */
  WAIT_FREE {
    @Override
    public Step step(Layers layers, double slice) {
      return new WaitFree(layers).step();
    }
  },

  /** Layers near the input go first and interrupt the others (Lemma 2, corrected). */
  PRIORITY {
    @Override
    public Step step(Layers layers, double slice) {
      return Priority.corrected(layers, slice).step();
    }
  },

  /** Lemma 2 to the letter, which counts a backlog twice from the third layer on. */
  PRIORITY_AS_PRINTED {
    @Override
    public Step step(Layers layers, double slice) {
      return Priority.asPrinted(layers, slice).step();
    }
  };

  /**
   * One step of one worker.
   *
   * @param slice seconds that one slice of a layer takes to transfer; 0 for ever finer slices.
   *     Means nothing to those that send layers whole.
   */
  public abstract Step step(Layers layers, double slice);
}
