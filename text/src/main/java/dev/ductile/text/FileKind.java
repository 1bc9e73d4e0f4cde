package dev.ductile.text;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of files with keys and values. A file may name its kind: {@code kind: scenario}. */
public enum FileKind {
  SCENARIO("a scenario", "ductile simulate"),
  STATE("a state", "ductile decide"),
  SERVER("a server file", "ductile server"),
  TRAINING_JOB("a training job", "ductile train"),
  JOB("a job", "ductile submit"),
  REPRODUCTION("a reproduction", "ductile reproduce"),
  SPEED_MODEL("a speed model", "ductile predict");

  /** The key of the kind. */
  public static final String KEY = "kind";

  /** The keys of a training job that no speed model has. */
  private static final List<String> KEYS_OF_JOBS =
      List.of(
          "job",
          "optimizer",
          "synchrony",
          "stop",
          "replication",
          "checkpoint",
          "faults",
          "validation");

  private final String noun;
  private final String command;

  FileKind(String noun, String command) {
    this.noun = noun;
    this.command = command;
  }

  /** With its article, as in a sentence. */
  public String noun() {
    return noun;
  }

  /** The keys by which it is known. */
  List<String> keys() {
    return switch (this) {
      case SCENARIO -> List.of("cluster", "workload", "policies");
      case STATE -> List.of("cluster", "jobs");
      case SERVER -> List.of("cluster", "policy");
      case TRAINING_JOB -> List.of("data", "model");
      case JOB -> List.of("command");
      case REPRODUCTION -> List.of("experiment", "claims");
      case SPEED_MODEL -> List.of("model");
    };
  }

  /** The word for it in files. */
  public String word() {
    return Scalars.word(this);
  }

  /**
   * The kind that a document names, or else the one that has its keys; empty if none has, or if a
   * key may be misspelt and the kind depends on it.
   */
  public static Optional<FileKind> of(Written root) {
    if (!root.node().isObject()) {
      return Optional.empty();
    }
    if (has(root, "apiVersion")) {
      return Optional.of(JOB);
    }
    Optional<FileKind> named = root.get(KEY).map(word -> Scalars.constant(FileKind.class, word));
    return named.or(() -> byKeys(root));
  }

  private static Optional<FileKind> byKeys(Written root) {
    if (has(root, "experiment") && has(root, "claims")) {
      return Optional.of(REPRODUCTION);
    }
    if (has(root, "workload") || (has(root, "cluster") && has(root, "policies"))) {
      return Optional.of(SCENARIO);
    }
    if (has(root, "cluster") && has(root, "jobs")) {
      return Optional.of(STATE);
    }
    if (has(root, "cluster") && has(root, "policy")) {
      return Optional.of(SERVER);
    }
    if (has(root, "data") && (has(root, "model") || has(root, "optimizer"))) {
      return Optional.of(TRAINING_JOB);
    }
    if (has(root, "command") || has(root, "program") || has(root, "train")) {
      return Optional.of(JOB);
    }
    if (!has(root, "model")) {
      return Optional.empty();
    }
    boolean isJob =
        root.node().path("model").isObject()
            || KEYS_OF_JOBS.stream().anyMatch(key -> has(root, key));
    if (isJob) {
      return Optional.of(TRAINING_JOB);
    }
    return NearKind.of(root).stream().anyMatch(near -> !near.misspelt().isEmpty())
        ? Optional.empty()
        : Optional.of(SPEED_MODEL);
  }

  /** A document of no clear kind is refused, with the kinds that it may have. */
  public static InputException unclear(Written root) {
    String near =
        root.node().isObject()
            ? NearKind.of(root).stream().map(NearKind::phrase).collect(Collectors.joining(", or "))
            : "";
    return root.breaks(
        "it is not clear what kind of file this is%s; write kind: %s in it, or name it with --as"
            .formatted(
                near.isEmpty() ? "" : ": " + near,
                String.join(", ", words()).replaceFirst(", (?=[^,]*$)", " or ")));
  }

  private static boolean has(Written root, String key) {
    return root.node().has(key);
  }

  /** Refuses a document of another kind, with the command that reads it. */
  public void require(Written root) {
    Optional<FileKind> other = of(root).filter(kind -> kind != this);
    if (other.isPresent()) {
      throw root.refused(
          "this is %s, and '%s' reads %s; try '%s'"
              .formatted(
                  other.get().noun, command, noun, other.get().commandFor(root.document().name())));
    }
  }

  /** The command that reads a file of this kind; a reproduction is named by its folder. */
  private String commandFor(String file) {
    if (this != REPRODUCTION) {
      return "%s %s".formatted(command, file);
    }
    Path path = Path.of(file);
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.ya?ml$", "");
    Path folder = path.getParent();
    return "%s %s --from %s".formatted(command, name, folder == null ? "." : folder);
  }

  /** All words for kinds. */
  public static List<String> words() {
    return Arrays.stream(values()).map(FileKind::word).toList();
  }
}
