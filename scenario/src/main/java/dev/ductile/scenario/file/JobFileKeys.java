package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Nodes;
import dev.ductile.text.Binder;
import dev.ductile.text.FileKind;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Scalars;
import dev.ductile.text.Schema;
import dev.ductile.text.Written;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a job file in their long form: without an envelope, and with a program in place of a
 * command or of a training job.
 *
 * @param keys the keys of the file, without an envelope
 * @param nodes the cluster, for the resources of a worker that names none
 * @param folder where relative paths begin
 */
record JobFileKeys(Written keys, Nodes nodes, Path folder) {
  static final String VERSION_KEY = "apiVersion";
  static final String VERSION = "ductile.dev/v1";

  /** Keys of jobs in scenarios that a job file does not have. */
  static final List<String> OF_SCENARIOS = List.of("owner", "expectedSpeed");

  /** The word that stands for a task of Ductile's own runtime at the head of a command. */
  private static final String TRAINER = "@trainer";

  /** The keys that name what a job runs. */
  private static final List<String> PROGRAMS = List.of("command", "program", "train");

  private static final String CPU = "cpu";
  private static final List<String> OBJECT = List.of(VERSION_KEY, FileKind.KEY, "metadata", "spec");

  /** The keys of a file, which may be inside an object of Kubernetes. */
  static Written opened(Written root) {
    Written keys = root.get(VERSION_KEY).isPresent() ? inside(root) : root.requireObject();
    refuse(keys);
    return keys;
  }

  /**
   * The file in its long form.
   *
   * @param mistakes the misspelt keys of the file, to which those of its program are added
   */
  Written normalised(Mistakes mistakes) {
    keys.get("program")
        .filter(program -> program.node().isObject())
        .ifPresent(program -> program.allowKeys(Binder.keys(ProgramEntry.class), mistakes));
    ObjectNode job = keys.node().deepCopy();
    if (keys.get("train").isPresent()) {
      train(job);
    } else {
      command(job, mistakes);
    }
    if (!job.has("worker")) {
      job.set("worker", oneUnit());
    }
    return new Written(keys.document(), keys.trail(), job);
  }

  /** The keys inside an object of Kubernetes, with its name and labels. */
  private static Written inside(Written root) {
    root.allowKeys(OBJECT);
    requireWord(root.need(VERSION_KEY), VERSION);
    requireWord(root.need(FileKind.KEY), "Job");
    Written spec = root.need("spec").requireObject();
    ObjectNode job = spec.node().deepCopy();
    root.get("metadata")
        .ifPresent(metadata -> {
          metadata.requireObject().allowKeys(List.of("name", "labels"));
          metadata.members().forEach((key, value) -> job.set(key, value.node()));
        });
    return new Written(spec.document(), spec.trail(), job);
  }

  private static void requireWord(Written written, String word) {
    if (!Scalars.text(written).equals(word)) {
      throw written.wrong("must be %s, not %s".formatted(word, written.quoted()));
    }
  }

  private static void refuse(Written keys) {
    keys.get("owner")
        .ifPresent(owner -> {
          throw owner.wrong("is not for a job file: the owner is the user who submits it");
        });
    keys.get("expectedSpeed")
        .ifPresent(speed -> {
          throw speed.wrong("is not for a job file; write the speed that you expect as speed");
        });
  }

  private void command(ObjectNode job, Mistakes mistakes) {
    boolean isTorch = keys.get("runtime").filter(one -> is(one, "torchrun")).isPresent();
    keys.get("runtime")
        .filter(one -> is(one, "ductile"))
        .ifPresent(one -> {
          throw one.wrong("is ductile, which needs the key train: a training job");
        });
    Optional<Written> command = keys.get("command");
    ObjectNode program = program();
    if (command.isPresent()) {
      if (program.has("command")) {
        throw command.get().wrong("is also in program; keep one of them");
      }
      program.set("command", command.get().node());
    }
    if (!program.has("command")) {
      if (PROGRAMS.stream().anyMatch(mistakes::suggest)) {
        mistakes.throwAny();
      }
      throw keys.breaks(
          "the job needs a program: command: [python3, train.py], or train: a training job");
    }
    if (isTorch && program.get("command") instanceof ArrayNode words) {
      program.set("command", words.deepCopy().insert(0, "torchrun"));
    }
    job.set("program", program);
  }

  private static boolean is(Written written, String word) {
    return written.node().asText().equals(word);
  }

  private ObjectNode program() {
    return keys.get("program").isPresent() && keys.need("program").node() instanceof ObjectNode own
        ? own.deepCopy()
        : Schema.object();
  }

  /** A training job that changes its size while it trains, between one task and all that fit. */
  private void train(ObjectNode job) {
    Written train = keys.need("train");
    keys.get("command")
        .or(() -> keys.get("program").flatMap(program -> program.get("command")))
        .ifPresent(command -> {
          throw command.wrong("cannot be beside train, which has a command of its own");
        });
    keys.get("runtime")
        .filter(one -> !is(one, "ductile"))
        .ifPresent(one -> {
          throw one.wrong("must be ductile for a job with train, not " + one.quoted());
        });
    ObjectNode program = program();
    ArrayNode command = program.putArray("command").add(TRAINER);
    if (train.node().isObject()) {
      inline(train, job, command);
    } else {
      command.add(path(train));
    }
    job.set("program", program);
    defaults(train, job);
  }

  private void inline(Written train, ObjectNode job, ArrayNode command) {
    ObjectNode inline = train.node().deepCopy();
    if (!inline.has("job")) {
      keys.get("name").ifPresent(name -> inline.put("job", name.node().asText()));
    }
    command.add("--inline").add(inline.toString()).add("--in").add(folder.toString());
    JsonNode steps = inline.path("stop").path("steps");
    if (steps.isIntegralNumber() && !job.has("work")) {
      job.set("work", steps);
    }
  }

  private String path(Written train) {
    try {
      return folder.resolve(Scalars.text(train)).normalize().toString();
    } catch (InvalidPathException broken) {
      throw train.wrong("is no path: " + broken.getMessage());
    }
  }

  private void defaults(Written train, ObjectNode job) {
    int servers = count(train, "servers", 1);
    boolean isAllReduce =
        (train.node().isObject() && servers == 0)
            || job.path("shape").asText().equals("all-reduce");
    if (!job.has("mechanism")) {
      job.put("mechanism", "hot");
    }
    if (!isAllReduce && !job.has("server")) {
      job.set("server", oneUnit());
    }
    if (!job.has("bounds")) {
      ObjectNode bounds = job.putObject("bounds");
      bounds.putObject("workers").put("min", 1);
      if (!isAllReduce) {
        bounds.putObject("servers").put("min", Math.max(1, count(train, "replication", 1)));
      }
      if (!job.has("request")) {
        ObjectNode request = job.putObject("request").put("workers", count(train, "workers", 1));
        if (!isAllReduce) {
          request.put("servers", servers);
        }
      }
    }
  }

  private static int count(Written train, String key, int standard) {
    JsonNode count = train.node().path(key);
    return count.isIntegralNumber() && count.canConvertToInt() ? count.intValue() : standard;
  }

  /** One unit of the resource that counts processors, or of the first that the cluster has. */
  private ObjectNode oneUnit() {
    List<String> columns = List.copyOf(nodes.columns());
    String resource =
        columns.isEmpty() || columns.contains(CPU)
            ? CPU
            : nodes.device().filter(columns::contains).orElse(columns.getFirst());
    return Schema.object().put(resource, 1);
  }
}
