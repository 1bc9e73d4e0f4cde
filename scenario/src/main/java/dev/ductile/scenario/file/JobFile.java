package dev.ductile.scenario.file;

import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Written;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads job files: YAML or JSON with the keys of a job, or a script with lines that begin with
 * {@code #SBATCH}. A file that a job names is not read.
 */
public final class JobFile {
  /** The largest job file, in bytes. */
  public static final int MOST_BYTES = 1 << 20;

  /**
   * The exit codes with which a command fails at once unless its file says otherwise: those that
   * the training operators of Kubeflow hold for permanent, without the ones that always fail.
   */
  static final List<Integer> FATAL = List.of(1, 2, 128, 139);

  private static final List<String> KEYS = keys();

  /** Keys that users of other systems write at the top of a job. */
  private static final Map<String, String> ELSEWHERE = elsewhere();

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private final Nodes nodes;
  private final Path folder;
  private final JobReader reader;

  /**
   * A reader of job files.
   *
   * @param nodes the cluster, which limits the sizes of jobs without bounds; none if it is not
   *     known
   * @param folder the folder of the user, where relative paths begin
   */
  public JobFile(Catalog catalog, Nodes nodes, Path folder) {
    this.nodes = nodes;
    this.folder = folder.toAbsolutePath().normalize();
    this.reader = new JobReader(catalog, nodes);
  }

  /** The request in a file; relative paths begin in the reader's folder. */
  public JobRequest read(InputFile file) {
    try (InputStream in = file.bytes()) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      return read(file.toString(), new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException problem) {
      throw new InputException("%s: %s".formatted(file, problem.getMessage()), problem);
    }
  }

  /**
   * The request in a text.
   *
   * @param name the name of the file, for messages and for a job without a name
   * @throws InputException with all mistakes in it
   */
  public JobRequest read(String name, String text) {
    if (text.length() > MOST_BYTES) {
      throw new InputException("%s is larger than %d KiB".formatted(name, MOST_BYTES >> 10));
    }
    if (isScript(text)) {
      SlurmScript script = SlurmScript.read(name, text, nodes);
      return request(script.document().root(), script.notes());
    }
    return of(Document.of(name, text).root());
  }

  /** Whether the text is a script and no document. */
  public static boolean isScript(String text) {
    return text.startsWith("#!");
  }

  /** The request in a document. */
  public JobRequest of(Written root) {
    FileKind.JOB.require(root);
    return request(root, List.of());
  }

  private JobRequest request(Written root, List<String> notes) {
    var mistakes = new Mistakes();
    Written keys = JobFileKeys.opened(root);
    keys.allowKeys(KEYS, ELSEWHERE, mistakes);
    Optional<Written> normalised =
        mistakes.tried(() -> new JobFileKeys(keys, nodes, folder).normalised(mistakes));
    if (normalised.isEmpty()) {
      mistakes.throwAny();
    }
    return request(normalised.orElseThrow(), mistakes, notes);
  }

  private JobRequest request(Written job, Mistakes mistakes, List<String> notes) {
    Optional<JobFileEntry.OwnEntry> own =
        mistakes.tried(() -> TypeReaders.BINDER.some(JobFileEntry.OwnEntry.class, job, mistakes));
    Optional<JobKind> kind =
        mistakes.tried(() -> JobReader.checked(job, () -> kind(job, mistakes)));
    Optional<String> name = mistakes.tried(() -> name(job, job.document().name()));
    mistakes.throwAny();
    return JobReader.checked(
        job, () -> request(job, own.orElseThrow(), kind.orElseThrow(), name.orElseThrow(), notes));
  }

  private JobKind kind(Written job, Mistakes mistakes) {
    KindEntry entry = TypeReaders.BINDER.some(KindEntry.class, job, mistakes);
    JobKind kind = reader.kindOnAnyNodes(entry, Optional.empty());
    new UnknownResources(nodes)
        .of(kind.demand())
        .ifPresent(mistake -> {
          throw job.breaks("the job " + mistake);
        });
    return kind;
  }

  private JobRequest request(
      Written job, JobFileEntry.OwnEntry own, JobKind kind, String name, List<String> remarks) {
    var after = own.after().orElse(List.of()).stream().map(AfterEntry::dependency).toList();
    Work work = own.work().map(WorkEntry::work).orElse(Work.UNKNOWN);
    JobSpec one = kind.spec(new JobId(name), work, after);
    JobSpec spec = one.withProgram(program(job, own, one.program()));
    var notes = new ArrayList<>(remarks);
    requirement(kind.demand()).ifPresent(notes::add);
    return new JobRequest(
        name,
        own.array().map(array -> jobs(spec, array)).orElse(List.of(spec)),
        kind.expected().isUnknown() ? SpeedSpec.UNKNOWN : kind.expected(),
        own.profile().orElse(ProfileEntry.NEWEST).choice(job.get("speed").isPresent()),
        own.pause(),
        own.labels().orElse(Labels.NONE),
        own.hooks().orElse(List.of()).stream().map(HookEntry::hook).toList(),
        notes);
  }

  private Optional<String> requirement(Demand demand) {
    return new NodeRequirement(nodes)
        .mistake(demand)
        .map(mistake -> "the job cannot run at present: " + mistake);
  }

  private Program program(Written job, JobFileEntry.OwnEntry own, Program written) {
    boolean isOfRuntime = own.train().isPresent();
    boolean isWatched =
        isOfRuntime
            || own.work().isPresent()
            || job.get("program").flatMap(program -> program.get("stall")).isPresent();
    List<Integer> standard = isOfRuntime ? List.of() : FATAL;
    RetryEntry retry =
        job.get("retry")
            .map(entry -> TypeReaders.BINDER.record(RetryEntry.class, entry))
            .orElse(RetryEntry.NONE);
    Duration stall = isWatched ? written.stall() : Program.NO_STALL;
    return new Program(
        written.command(),
        written.environment(),
        folder.resolve(written.directory()).normalize().toString(),
        written.progress(),
        written.grace(),
        stall,
        written.restarts(),
        retry.fatal(standard),
        written.secrets());
  }

  private static List<JobSpec> jobs(JobSpec spec, ArrayEntry array) {
    return array.elements().stream()
        .map(element -> {
          Map<String, String> environment = new TreeMap<>(spec.program().environment());
          environment.putAll(element.environment(array.elements().size()));
          return spec.withId(new JobId(spec.id() + "-" + element.index()))
              .withProgram(spec.program().withEnvironment(environment));
        })
        .toList();
  }

  private static String name(Written job, String file) {
    Optional<Written> written = job.get("name");
    String name = written.map(each -> each.node().asText()).orElseGet(() -> stem(file));
    if (!NAME.matcher(name).matches()) {
      String rule =
          "must be 1 to 100 letters, digits and . _ -, and begin with a letter or a digit, not \"%s\""
              .formatted(Written.clipped(name));
      throw written
          .map(each -> each.wrong(rule))
          .orElseGet(() -> job.breaks("the name of the job, which is that of its file, " + rule));
    }
    return name;
  }

  /** The name of a file without its folder and its ending; another name if it has none. */
  private static String stem(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1);
    int dot = last.indexOf('.');
    String stem = dot > 0 ? last.substring(0, dot) : last;
    return NAME.matcher(stem).matches() ? stem : "job";
  }

  private static List<String> keys() {
    var keys = new ArrayList<>(Binder.keys(JobFileEntry.class));
    keys.removeAll(JobFileKeys.OF_SCENARIOS);
    return List.copyOf(keys);
  }

  private static Map<String, String> elsewhere() {
    var paths = new TreeMap<String, String>();
    Binder.keys(ProgramEntry.class).forEach(key -> paths.put(key, "program." + key));
    paths.keySet().removeAll(KEYS);
    List.of("cpu", "gpu", "memory").forEach(key -> paths.put(key, "worker." + key));
    List.of("workers", "servers").forEach(key -> paths.put(key, "bounds." + key));
    return Map.copyOf(paths);
  }
}
