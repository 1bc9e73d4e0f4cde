package dev.ductile.scenario.cluster;

import dev.ductile.scenario.cluster.JsonItems.Receiver;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import java.util.Optional;

/** Gives each item of the input to the system that it is from. */
final class ItemSorter {
  private static final String COMMANDS =
      "squeue --json, sinfo -N --json, or kubectl get nodes,pods -A -o json";

  private static final String KUEUE_COMMAND =
      ": kubectl get workloads,clusterqueues,localqueues,resourceflavors -A -o json";

  private final SlurmCluster slurm;
  private final KubernetesCluster kubernetes;
  private final Kueue kueue;
  private final Optional<ClusterSource> wanted;
  private boolean hasObjects;
  private boolean hasLists;

  ItemSorter(
      SlurmCluster slurm,
      KubernetesCluster kubernetes,
      Kueue kueue,
      Optional<ClusterSource> wanted) {
    this.slurm = slurm;
    this.kubernetes = kubernetes;
    this.kueue = kueue;
    this.wanted = wanted;
  }

  Receiver of(InputFile file) {
    return new FileSorter(file);
  }

  /** Makes the snapshot, of the system that the user wants or that the input is from. */
  ClusterSource finish() {
    if (hasLists && hasObjects && wanted.isEmpty()) {
      throw new InputException(
          "the input has jobs or nodes of Slurm and objects of Kubernetes; choose one by --from");
    }
    ClusterSource source = wanted.orElseGet(this::found);
    boolean hasNodes =
        switch (source) {
          case SLURM -> slurm.hasNodes();
          case KUBERNETES -> kubernetes.hasNodes();
          case KUEUE -> kueue.hasQuotas();
        };
    if (!hasNodes) {
      throw new InputException(
          switch (source) {
            case SLURM -> "there is no node in the input; add the output of sinfo -N --json";
            case KUBERNETES ->
                kueue.hasObjects()
                    ? "there is no node and no ClusterQueue in the input; add clusterqueues,localqueues,resourceflavors"
                        + KUEUE_COMMAND
                    : "there is no node in the input; kubectl get nodes,pods -A -o json prints nodes too";
            case KUEUE ->
                "there is no ClusterQueue in the input; add clusterqueues,localqueues,resourceflavors"
                    + KUEUE_COMMAND;
          });
    }
    switch (source) {
      case SLURM -> slurm.finish();
      case KUBERNETES -> kubernetes.finish();
      case KUEUE -> kueue.finishAlone();
    }
    return source;
  }

  private ClusterSource found() {
    if (hasLists) {
      return ClusterSource.SLURM;
    }
    return !kubernetes.hasNodes() && kueue.hasQuotas()
        ? ClusterSource.KUEUE
        : ClusterSource.KUBERNETES;
  }

  private final class FileSorter implements Receiver {
    private final InputFile file;
    private boolean hasList;

    FileSorter(InputFile file) {
      this.file = file;
    }

    @Override
    public void list(String list) {
      hasList = true;
      boolean isOfKubernetes = list.equals("items");
      hasObjects |= isOfKubernetes;
      hasLists |= !isOfKubernetes;
    }

    @Override
    public void item(String list, Entry item, String listKind) {
      if (!list.equals("items")) {
        slurm.take(list, item);
        return;
      }
      take(item.text("kind").orElse(listKind), item);
    }

    private void take(String kind, Entry item) {
      if (kind.isEmpty()) {
        throw item.at().missing("kind");
      }
      boolean isPlain = wanted.equals(Optional.of(ClusterSource.KUBERNETES));
      if (!isPlain || !isOfKueue(item)) {
        kubernetes.take(kind, item);
      }
    }

    private static boolean isOfKueue(Entry item) {
      return item.text("apiVersion").filter(version -> version.startsWith("kueue.")).isPresent();
    }

    @Override
    public void end(Entry others) {
      Optional<String> kind = others.text("kind");
      if (kind.filter("Status"::equals).isPresent()) {
        throw wrong("Kubernetes reported: " + others.text("message").orElse("a failure"));
      }
      for (Entry error : others.list("errors")) {
        Optional<String> text = error.text("description").or(() -> error.text("error"));
        throw wrong("Slurm reported: " + text.orElse("an error without a text"));
      }
      if (!hasList && kind.isPresent() && others.find("metadata").isPresent()) {
        hasObjects = true;
        take(kind.get(), others);
      } else if (!hasList) {
        throw wrong("has no nodes, jobs or objects; it must be the output of " + COMMANDS);
      }
      slurm.end(others);
      hasList = false;
    }

    private InputException wrong(String sentence) {
      return new InputException(Place.in(file.toString()), sentence);
    }
  }
}
