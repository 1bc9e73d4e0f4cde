package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.OptimizerSpec.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** How an optimiser is written: its kind alone, or with its settings. */
final class OptimizerEntry {
  private OptimizerEntry() {}

  /** Reads an optimiser, or chooses one that suits the model. */
  static OptimizerSpec read(Optional<Entry> written, ModelSpec.Kind model) {
    Kind fitting = model == ModelSpec.Kind.MLP ? Kind.ADAM : Kind.ADAGRAD;
    if (written.isEmpty()) {
      return OptimizerSpec.of(fitting, rate(fitting));
    }
    Entry entry = written.get();
    if (!entry.isGroup()) {
      Kind kind = entry.word(Kind.class);
      return OptimizerSpec.of(kind, rate(kind));
    }
    entry.only("kind", "learningRate", "momentum", "beta1", "beta2", "epsilon", "decay");
    Kind kind = entry.get("kind").map(word -> word.word(Kind.class)).orElse(fitting);
    Set<Kind> rated = EnumSet.complementOf(EnumSet.of(Kind.NEWTON));
    refuse(entry, "learningRate", rated, kind);
    refuse(entry, "decay", rated, kind);
    refuse(entry, "momentum", Set.of(Kind.MOMENTUM), kind);
    refuse(entry, "beta1", Set.of(Kind.ADAM), kind);
    refuse(entry, "beta2", Set.of(Kind.ADAM), kind);
    refuse(entry, "epsilon", Set.of(Kind.ADAGRAD, Kind.ADAM), kind);
    OptimizerSpec usual = OptimizerSpec.of(kind, rate(kind));
    return entry.made(() ->
        new OptimizerSpec(
            kind,
            number(entry, "learningRate", usual.learningRate()),
            number(entry, "momentum", usual.momentum()),
            number(entry, "beta1", usual.beta1()),
            number(entry, "beta2", usual.beta2()),
            number(entry, "epsilon", usual.epsilon()),
            number(entry, "decay", usual.decay())));
  }

  private static double rate(Kind kind) {
    return switch (kind) {
      case SGD -> 0.1;
      case MOMENTUM -> 0.01;
      case ADAGRAD -> 0.1;
      case ADAM -> 0.001;
      case NEWTON -> 1;
    };
  }

  private static double number(Entry entry, String key, double usual) {
    return entry.get(key).map(Entry::number).orElse(usual);
  }

  private static void refuse(Entry entry, String key, Set<Kind> users, Kind kind) {
    Optional<Entry> written = entry.get(key);
    if (written.isPresent() && !users.contains(kind)) {
      throw written
          .get()
          .wrong("is no setting of " + entry.get("kind").map(Entry::text).orElse("adagrad"));
    }
  }
}
