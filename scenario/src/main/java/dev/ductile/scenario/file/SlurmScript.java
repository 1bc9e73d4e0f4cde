package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Nodes;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import dev.ductile.text.Schema;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script with options of sbatch in its comments, as a job file. Each worker runs the whole
 * script, because there is no srun.
 *
 * @param notes the options that have no effect, and why
 */
record SlurmScript(Document document, List<String> notes) {
  /** The longest script, because its interpreter gets it as one argument. */
  private static final int LONGEST = 100_000;

  private static final Pattern INTERPRETER = Pattern.compile("(ba|da|z|k)?sh|python[0-9.]*");
  private static final Pattern SRUN = Pattern.compile("(?m)^\\s*(exec\\s+)?srun\\s");
  private static final Pattern AFTER =
      Pattern.compile("(afterok|afterany|after)((?::[A-Za-z0-9._+-]+)+)");

  static SlurmScript read(String name, String text, Nodes nodes) {
    var options = SlurmOptions.of(name, text);
    ObjectNode job = Schema.object();
    text(options, SlurmOption.JOB_NAME, job, "name");
    text(options, SlurmOption.PARTITION, job, "queue");
    options.number(SlurmOption.PRIORITY).ifPresent(priority -> job.put("priority", priority));
    options
        .find(SlurmOption.ARRAY)
        .ifPresent(given -> job.put("array", given.value().replaceFirst("%.*", "")));
    options.find(SlurmOption.DEPENDENCY).ifPresent(given -> after(given, job.putArray("after")));
    options
        .find(SlurmOption.CHDIR)
        .ifPresent(given -> job.putObject("program").put("directory", given.value()));
    if (options.find(SlurmOption.NO_REQUEUE).isPresent()) {
      job.putObject("retry").put("restarts", 0);
    }
    new SlurmSize(options).write(job);
    command(name, text, job.putArray("command"));
    var notes = new ArrayList<>(options.notes());
    uncounted(job, nodes, notes);
    if (SRUN.matcher(text).find()) {
      notes.add("the script calls srun, which is not here: each worker runs the whole script");
    }
    return new SlurmScript(Document.tree(name, job), List.copyOf(notes));
  }

  /** Leaves out processors and memory if the cluster does not count them. */
  private static void uncounted(ObjectNode job, Nodes nodes, List<String> notes) {
    ObjectNode worker = job.withObject("/worker");
    for (String resource : List.of("cpu", "memory")) {
      boolean isCounted = nodes.count() == 0 || nodes.columns().contains(resource);
      if (!isCounted && worker.size() > 1 && worker.remove(resource) != null) {
        notes.add("the request for %s is left out: no node counts it".formatted(resource));
      }
    }
    boolean hasOnlyUncounted = nodes.count() > 0 && !nodes.columns().contains("cpu");
    if (hasOnlyUncounted && worker.size() == 1 && worker.has("cpu")) {
      job.remove("worker");
    }
  }

  private static void text(SlurmOptions options, SlurmOption option, ObjectNode job, String key) {
    options.find(option).ifPresent(given -> job.put(key, given.value()));
  }

  /** Such as {@code afterok:first:second,afterany:third}. */
  private static void after(SlurmOptions.Given given, ArrayNode after) {
    for (String part : given.value().split(",", -1)) {
      Matcher dependency = AFTER.matcher(part.strip());
      if (!dependency.matches()) {
        throw given.mustBe("such as afterok:JOB or afterany:JOB");
      }
      String condition = dependency.group(1).equals("afterok") ? "succeeded" : "ended";
      for (String job : dependency.group(2).substring(1).split(":", -1)) {
        after.addObject().put("job", job).put("condition", condition);
      }
    }
  }

  /** The interpreter in the first line, with the script as its argument. */
  private static void command(String name, String text, ArrayNode command) {
    String first = text.lines().findFirst().orElse("").substring(2).strip();
    List<String> words = List.of(first.split("\\s+"));
    String last = words.getLast();
    boolean isBare = words.size() == 1 || (words.size() == 2 && words.getFirst().endsWith("/env"));
    if (!isBare || !INTERPRETER.matcher(last.substring(last.lastIndexOf('/') + 1)).matches()) {
      throw new InputException(
          Place.at(name, 1),
          "the interpreter must be a shell or python without options, not \"%s\""
              .formatted(Written.clipped(first)));
    }
    if (text.length() > LONGEST) {
      throw new InputException(
          Place.in(name), "a script may have at most %d characters".formatted(LONGEST));
    }
    words.forEach(command::add);
    command.add("-c").add(text).add(name);
  }
}
