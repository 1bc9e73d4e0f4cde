package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a model is written: its kind alone, or with its settings. */
final class ModelEntry {
  private static final double WEIGHT = 1e-4;
  private static final double HUBER = 1.345;
  private static final List<Integer> HIDDEN = List.of(64);

  private ModelEntry() {}

  /**
   * Reads a model.
   *
   * @param classes how many classes the data are known to have; 0 where that is not known
   */
  static ModelSpec read(Entry entry, int classes) {
    Kind kind = (entry.isGroup() ? entry.need("kind") : entry).word(Kind.class);
    if (entry.isGroup()) {
      entry.only("kind", "classes", "hidden", "l1", "l2", "huber", "bias");
      refuse(entry, "classes", Set.of(Kind.SOFTMAX, Kind.MLP), kind);
      refuse(entry, "hidden", Set.of(Kind.MLP), kind);
      refuse(entry, "huber", Set.of(Kind.HUBER), kind);
    }
    return entry.made(() ->
        new ModelSpec(
            kind,
            kind.hasClasses() ? classes(entry, kind, classes) : 0,
            kind == Kind.MLP
                ? key(entry, "hidden").map(ModelEntry::sizes).orElse(HIDDEN)
                : List.of(),
            key(entry, "l1").map(Entry::number).orElse(kind == Kind.LASSO ? WEIGHT : 0),
            key(entry, "l2").map(Entry::number).orElse(kind == Kind.RIDGE ? WEIGHT : 0),
            key(entry, "huber").map(Entry::number).orElse(HUBER),
            key(entry, "bias").map(Entry::truth).orElse(true)));
  }

  private static int classes(Entry entry, Kind kind, int known) {
    Optional<Entry> written = key(entry, "classes");
    if (written.isEmpty() && known == 0) {
      String word = kind == Kind.MLP ? "mlp" : "softmax";
      throw entry.wrong(
          "needs to say how many classes there are: {kind: %s, classes: 10}".formatted(word));
    }
    return written.map(number -> number.whole(2)).orElse(known);
  }

  private static List<Integer> sizes(Entry entry) {
    return entry.elements().stream().map(size -> size.whole(1)).toList();
  }

  private static Optional<Entry> key(Entry entry, String key) {
    return entry.isGroup() ? entry.get(key) : Optional.empty();
  }

  private static void refuse(Entry entry, String key, Set<Kind> users, Kind kind) {
    Optional<Entry> written = entry.get(key);
    if (written.isPresent() && !users.contains(kind)) {
      throw written.get().wrong("is no setting of " + entry.need("kind").text());
    }
  }
}
