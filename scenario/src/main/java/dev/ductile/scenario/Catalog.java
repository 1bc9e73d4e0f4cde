package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Estimator;
import dev.ductile.api.EstimatorProvider;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Policies;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RequiredFiles;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Scalars;
import dev.ductile.text.Suggestion;
import dev.ductile.text.TypeReader;
import dev.ductile.text.Written;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The installed plug-ins, each found by the name that files and commands use. */
public final class Catalog implements Policies, Speeds {
  /**
   * Reads settings and parameters, which are plain records; resources and bandwidths have their own
   * readers.
   */
  private static final Binder BINDER =
      new Binder(
          Map.of(
              Path.class, (TypeReader<Path>) Catalog::path,
              Resources.class, (TypeReader<Resources>) one -> Resources.of(Scalars.amounts(one)),
              Bandwidth.class,
                  (TypeReader<Bandwidth>) one -> new Bandwidth(Scalars.bytesPerSecond(one))),
          List.of());

  /** A name is one word of a command line, also in a list with commas. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.-]*");

  private final SortedMap<String, PolicyProvider<?>> policies;
  private final SortedMap<String, PlacementProvider> placements;
  private final SortedMap<String, SpeedProvider<?>> speeds;
  private final SortedMap<String, EstimatorProvider> estimators;
  private final SortedMap<String, TraceFormat> formats;
  private final SpeedModels models;

  public Catalog(
      List<? extends PolicyProvider<?>> policies,
      List<? extends PlacementProvider> placements,
      List<? extends SpeedProvider<?>> speeds,
      List<? extends EstimatorProvider> estimators,
      List<? extends TraceFormat> formats) {
    this.policies = named(policies, provider -> provider.profile().name());
    this.placements = named(placements, PlacementProvider::name);
    this.speeds = named(speeds, SpeedProvider::name);
    this.estimators = named(estimators, EstimatorProvider::name);
    this.formats = named(formats, TraceFormat::name);
    this.models = new SpeedModels(this.speeds, BINDER);
  }

  /** The plug-ins on the class path. */
  public static Catalog installed() {
    return installed(Thread.currentThread().getContextClassLoader());
  }

  /** The plug-ins that this class loader finds. */
  static Catalog installed(ClassLoader loader) {
    return with(List.of(), loader);
  }

  /** The plug-ins on the class path, and those of the jars. */
  public static Catalog with(List<PluginJar> jars) {
    return with(jars, Thread.currentThread().getContextClassLoader());
  }

  private static Catalog with(List<PluginJar> jars, ClassLoader loader) {
    var policies = new ArrayList<PolicyProvider<?>>();
    load(PolicyProvider.class, jars, loader).forEach(policies::add);
    var speeds = new ArrayList<SpeedProvider<?>>();
    load(SpeedProvider.class, jars, loader).forEach(speeds::add);
    return new Catalog(
        policies,
        load(PlacementProvider.class, jars, loader),
        speeds,
        load(EstimatorProvider.class, jars, loader),
        load(TraceFormat.class, jars, loader));
  }

  private static <P> List<P> load(Class<P> kind, List<PluginJar> jars, ClassLoader loader) {
    var all = new ArrayList<P>(PluginLoader.load(kind, loader));
    jars.forEach(jar -> all.addAll(jar.load(kind)));
    return all;
  }

  /** A format for the notes of the installed policies. */
  public NoteFormat notes() {
    var notebooks = new ArrayList<Notebook<?>>();
    for (PolicyProvider<?> provider : policies.values()) {
      PluginLoader.asked(provider, provider::notebook).ifPresent(notebooks::add);
    }
    return new NoteFormat(notebooks);
  }

  /** The names, sorted, as in all lists of this catalog. */
  public List<PolicyProvider<?>> policies() {
    return List.copyOf(policies.values());
  }

  /** The policy of this name. */
  public PolicyProvider<?> policyProvider(String name) {
    return known("policy", policies, name);
  }

  public List<PlacementProvider> placements() {
    return List.copyOf(placements.values());
  }

  public List<SpeedProvider<?>> speeds() {
    return List.copyOf(speeds.values());
  }

  public List<EstimatorProvider> estimators() {
    return List.copyOf(estimators.values());
  }

  public List<TraceFormat> formats() {
    return List.copyOf(formats.values());
  }

  /** A policy that keeps no files. */
  public Policy policy(Choice choice, Placement placement, Seed seed) {
    return policy(choice, new PolicyContext(placement, seed, this, Optional.empty()));
  }

  public Policy policy(Choice choice, PolicyContext context) {
    return made(provider(choice), choice, context);
  }

  @Override
  public Policy policy(String line, PolicyContext context) {
    Choice choice = Choice.ofLine(line);
    check(choice);
    return policy(choice, context);
  }

  @Override
  public boolean has(String policy) {
    return policies.containsKey(policy);
  }

  public Placement placement(Choice choice) {
    PlacementProvider provider = known("placement", placements, choice.name());
    written("placement " + choice.name(), choice.settings()).allowKeys(List.of());
    return PluginLoader.asked(provider, provider::create);
  }

  /** An estimator for one run, without measurements. */
  public Estimator estimator(String name) {
    EstimatorProvider provider = known("estimator", estimators, name);
    return PluginLoader.asked(provider, provider::create);
  }

  @Override
  public Speed speed(SpeedSpec spec) {
    return models.speed(spec);
  }

  /** The spec of a group of keys such as {@code {model: table, points: [...]}}. */
  public SpeedSpec speedSpec(JsonNode model) {
    return speedSpec(written("speed", model));
  }

  /** The same; mistakes name their place in the document. */
  public SpeedSpec speedSpec(Written model) {
    return models.spec(model);
  }

  public TraceFormat format(String name) {
    return known("trace format", formats, name);
  }

  /** The format of tables with these columns, by their meaning. */
  public TraceFormat tableWith(Map<String, String> columns) {
    return format("csv").with(columns);
  }

  /** The format of a trace, recognised by its first characters. */
  public TraceFormat formatOf(InputFile trace) {
    String start = trace.isFolder() ? "" : trace.start();
    return formats.values().stream()
        .filter(format -> format.recognises(trace, start))
        .findFirst()
        .orElseThrow(() ->
            new InputException(
                "%s: is not a trace of a known format; known: %s%s"
                    .formatted(trace, String.join(", ", formats.keySet()), advice(start))));
  }

  private static String advice(String start) {
    String header = start.lines().findFirst().orElse("").strip();
    return header.matches(".*[^,;|\t][,;|\t].*")
        ? ". For a table of your own, name its columns: --columns arrived=submit_time,gpus=num_gpu,duration=runtime of ductile import, or columns: {arrived: submit_time, ...} beside trace: in a scenario; it begins with "
            + Written.clipped(header)
        : "";
  }

  /** The settings of a policy and their defaults. */
  public static List<PolicySetting> settings(PolicyProvider<?> provider) {
    return Binder.write(PluginLoader.asked(provider, provider::defaults)).entrySet().stream()
        .map(setting -> new PolicySetting(setting.getKey(), setting.getValue()))
        .toList();
  }

  public TraceFormat format(Written name) {
    return known("trace format", formats, name);
  }

  /** Refuses an unknown policy, unknown settings, and files that the policy cannot use. */
  public void check(Choice policy) {
    Written settings = written("policy " + policy.name(), policy.settings());
    requireFiles(settings(provider(policy), settings), settings);
  }

  /** Refuses an unknown policy, unknown settings, and files that the policy cannot use. */
  public void checkPolicy(Written choice) {
    PolicyProvider<?> provider = known("policy", policies, name(choice));
    requireFiles(settings(provider, settings(choice)), choice);
  }

  private static void requireFiles(Record settings, Written choice) {
    if (settings instanceof RequiredFiles files) {
      choice.made(() -> {
        files.requireFiles();
        return choice;
      });
    }
  }

  /** The same choice, whose settings that are paths start beside this file instead. */
  public Written beside(Path file, Written choice) {
    PolicyProvider<?> provider = known("policy", policies, name(choice));
    if (!choice.node().isObject()) {
      return choice;
    }
    ObjectNode located = choice.node().deepCopy();
    for (RecordComponent setting :
        PluginLoader.asked(provider, provider::defaults).getClass().getRecordComponents()) {
      Optional<Written> path = choice.get(setting.getName()).filter(_ -> isPath(setting));
      path.ifPresent(
          one -> located.put(setting.getName(), file.resolveSibling(path(one)).toString()));
    }
    return new Written(choice.document(), choice.trail(), located);
  }

  private static boolean isPath(RecordComponent setting) {
    return setting.getGenericType().getTypeName().contains(Path.class.getName());
  }

  private static Path path(Written written) {
    try {
      return Path.of(Scalars.text(written));
    } catch (InvalidPathException invalid) {
      throw written.wrong("cannot name a file: " + invalid.getReason());
    }
  }

  public void checkPlacement(Written choice) {
    known("placement", placements, name(choice));
    settings(choice).allowKeys(List.of());
  }

  /** The name of an estimator; refuses an unknown one. */
  public String estimator(Written name) {
    return known("estimator", estimators, name).name();
  }

  private PolicyProvider<?> provider(Choice choice) {
    return policyProvider(choice.name());
  }

  private static <S extends Record> Policy made(
      PolicyProvider<S> provider, Choice choice, PolicyContext context) {
    Written settings = written("policy " + choice.name(), choice.settings());
    S values = settings(provider, settings);
    return PluginLoader.asked(provider, () -> provider.create(values, context));
  }

  private static <S extends Record> S settings(PolicyProvider<S> provider, Written settings) {
    S defaults = PluginLoader.asked(provider, provider::defaults);
    return BINDER.record(type(defaults), settings, defaults);
  }

  /** The sizes to show for a speed if a question names none. */
  public List<Size> sizes(Written model) {
    return models.sizes(model);
  }

  /** The keys of a model's parameters. */
  public List<String> keys(Written model) {
    return models.keys(model);
  }

  @SuppressWarnings("unchecked") // the class of an S is a Class<S>, for records have no subclasses
  private static <S extends Record> Class<S> type(S defaults) {
    return (Class<S>) defaults.getClass();
  }

  private static Written name(Written choice) {
    return choice.node().isObject() ? choice.need("name") : choice;
  }

  private static Written settings(Written choice) {
    if (!choice.node().isObject()) {
      return written("settings", Choice.named("none").settings());
    }
    ObjectNode settings = choice.node().deepCopy();
    settings.remove("name");
    return new Written(choice.document(), choice.trail(), settings);
  }

  private static Written written(String what, JsonNode node) {
    return Document.tree(what, node).root();
  }

  static <P> P known(String what, Map<String, P> all, String name) {
    P found = all.get(name);
    if (found == null) {
      throw new InputException(unknown(what, all, name));
    }
    return found;
  }

  static <P> P known(String what, Map<String, P> all, Written name) {
    P found = all.get(Scalars.text(name));
    if (found == null) {
      throw name.breaks(unknown(what, all, Scalars.text(name)));
    }
    return found;
  }

  private static String unknown(String what, Map<String, ?> all, String name) {
    String known = Suggestion.phrase(name, all.keySet());
    boolean isOwn = what.equals("policy") && known.startsWith("; known");
    return "unknown %s \"%s\"%s%s"
        .formatted(
            what,
            Written.clipped(name),
            known,
            isOwn ? "; for one of your own, name its folder with --plugins" : "");
  }

  private static <P> SortedMap<String, P> named(
      List<? extends P> all, Function<? super P, String> name) {
    var byName = new TreeMap<String, P>();
    for (P one : all) {
      String own = PluginLoader.asked(one, () -> name.apply(one));
      if (!NAME.matcher(own).matches()) {
        throw new InputException(
            "the plug-in %s has the name \"%s\"; a name has letters, digits, '-', '_' and '.' only"
                .formatted(PluginLoader.origin(one), own));
      }
      P other = byName.put(own, one);
      if (other != null) {
        throw new InputException(
            "two plug-ins are named %s: %s and %s; give one another name, or remove its jar"
                .formatted(own, PluginLoader.origin(other), PluginLoader.origin(one)));
      }
    }
    return byName;
  }
}
