package dev.ductile.scenario.cluster;

/** A system whose clusters can be imported. */
public enum ClusterSource {
  SLURM("Slurm"),
  KUBERNETES("Kubernetes"),
  /** The quotas of Kueue as the cluster, without the nodes. */
  KUEUE("Kueue");

  private final String title;

  ClusterSource(String title) {
    this.title = title;
  }

  /** Its name in a sentence. */
  public String title() {
    return title;
  }
}
