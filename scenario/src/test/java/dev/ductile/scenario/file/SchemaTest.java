package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Resources;
import dev.ductile.contracts.Schemas;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Limits;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Plugins;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.Inline;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaTest {
  /** Where in the schemas each type is described that people write as a group of keys. */
  private static final Map<Class<? extends Record>, String> SCENARIO_PLACES =
      Map.ofEntries(
          Map.entry(ScenarioEntry.class, ""),
          Map.entry(ScenarioEntry.WorkloadEntry.class, "/$defs/workload"),
          Map.entry(ScenarioEntry.RescaleEntry.class, "/properties/rescale"),
          Map.entry(ScenarioEntry.DecisionsEntry.class, "/properties/decisions"),
          Map.entry(Noise.class, "/properties/noise"),
          Map.entry(Failures.class, "/properties/failures"),
          Map.entry(Feedback.class, "/properties/feedback"),
          Map.entry(Limits.class, "/properties/limits"),
          Map.entry(ClusterEntry.class, "/$defs/cluster"),
          Map.entry(ClusterEntry.NodeEntry.class, "/$defs/node"),
          Map.entry(GeneratorEntry.class, "/$defs/generate"),
          Map.entry(GeneratorEntry.ArrivalsEntry.class, "/$defs/arrivals"),
          Map.entry(Arrivals.Poisson.class, "/$defs/arrivals/properties/poisson"),
          Map.entry(GeneratorEntry.MixEntry.class, "/$defs/mix"),
          Map.entry(DistributionEntry.class, "/$defs/distribution/oneOf/1"),
          Map.entry(
              Distribution.LogUniform.class, "/$defs/distribution/oneOf/1/properties/logUniform"),
          Map.entry(
              Distribution.Lognormal.class, "/$defs/distribution/oneOf/1/properties/lognormal"),
          Map.entry(Distribution.Normal.class, "/$defs/distribution/oneOf/1/properties/normal"),
          Map.entry(
              Distribution.Exponential.class, "/$defs/distribution/oneOf/1/properties/exponential"),
          Map.entry(JobEntry.class, "/$defs/jobKeys"),
          Map.entry(KindEntry.class, "/$defs/kind"),
          Map.entry(BoundsEntry.class, "/$defs/bounds"),
          Map.entry(BoundsEntry.RangeEntry.class, "/$defs/range"),
          Map.entry(SizeEntry.class, "/$defs/size"),
          Map.entry(WorkEntry.class, "/$defs/work/oneOf/1"),
          Map.entry(UtilityEntry.class, "/$defs/utility"),
          Map.entry(ProgramEntry.class, "/$defs/program"));

  private static final Map<Class<? extends Record>, String> STATE_PLACES =
      Map.of(
          StateEntry.class, "",
          StateEntry.ListedJob.class, "/$defs/job",
          StateEntry.RunningEntry.class, "/$defs/running",
          StateEntry.ShareEntry.class, "/$defs/share");

  /** Written in a form of their own, or read as they are. */
  private static final Set<Class<?>> NOT_GROUPS =
      Set.of(
          Resources.class,
          Choice.class,
          Cost.class,
          Attained.class,
          Distribution.class,
          Written.class);

  /** What people may leave out of a record that has a default as a whole. */
  private static final Set<Class<?>> WITH_DEFAULTS =
      Set.of(Noise.class, Failures.class, Feedback.class, Limits.class);

  @TempDir private Path folder;

  static Stream<Map.Entry<Class<? extends Record>, String>> scenarioPlaces() {
    return SCENARIO_PLACES.entrySet().stream();
  }

  static Stream<Map.Entry<Class<? extends Record>, String>> statePlaces() {
    return STATE_PLACES.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("scenarioPlaces")
  void the_schema_of_scenarios_has_the_keys_that_are_read(
      Map.Entry<Class<? extends Record>, String> place) throws IOException {
    requireSameKeys(Schemas.tree(Schemas.SCENARIO), place.getKey(), place.getValue());
  }

  @ParameterizedTest
  @MethodSource("statePlaces")
  void the_schema_of_states_has_the_keys_that_are_read(
      Map.Entry<Class<? extends Record>, String> place) throws IOException {
    requireSameKeys(Schemas.tree(Schemas.STATE), place.getKey(), place.getValue());
  }

  @Test
  void every_group_of_keys_is_in_a_schema() {
    var found = new HashSet<Class<?>>();
    List.of(
            ScenarioEntry.class,
            StateEntry.class,
            GeneratorEntry.MixEntry.class,
            JobEntry.class,
            DistributionEntry.class,
            StateEntry.ListedJob.class,
            StateEntry.ShareEntry.class)
        .forEach(type -> collect(type, found));
    var described = new HashSet<Class<?>>(SCENARIO_PLACES.keySet());
    described.addAll(STATE_PLACES.keySet());

    assertThat(described).containsAll(found);
  }

  @Test
  void everything_is_described() throws IOException {
    for (URI schema : List.of(Schemas.SCENARIO, Schemas.STATE)) {
      var mute = new ArrayList<String>();
      findMute(Schemas.tree(schema), "", mute);
      assertThat(mute).as(schema.toString()).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          policies: []
          polices: [plain]
          policies: [plain], seeds: [one]
          policies: [plain], seeds: [1, 1]
          policies: [plain], loads: [0]
          policies: [plain], rescale: {cost: fast}
          policies: [plain], rescale: {cost: [-1s]}
          policies: [plain], decisions: {each: 60s}
          policies: [plain], noise: {perRun: -1}
          policies: [plain], feedback: {kill: 2}
          policies: [plain], colocation: 1
          policies: [plain], limits: {decisions: 0}
          policies: [{alpha: 1}]
          """)
  void what_is_wrong_is_wrong_for_schema_and_reader(String keys) throws IOException {
    requireBothRefuse(
        "cluster: {capacity: {gpu: 1}}, workload: {jobs: [{worker: {gpu: 1}, work: 1}]}, " + keys);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                    | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {nodes: []}                                           | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {nodes: [{count: 0, resources: {gpu: 1}}]}            | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: -1}}                                 | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: many}}                               | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: 1}}                                  | {}
          {capacity: {gpu: 1}}                                  | {jobs: []}
          {capacity: {gpu: 1}}                                  | {format: swf}
          {capacity: {gpu: 1}}                                  | {jobs: [{work: 1}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 0}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, shape: ring}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, running: {workers: 1}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, bounds: {workers: {min: -1}}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, request: {}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, program: {env: {}}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, speed: {points: []}}]}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 0}}, mix: [{worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {table: [1]}, mix: [{worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: []}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: [{id: a, worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: [{worker: {gpu: 1}, work: {min: 1}}]}}
          """)
  void wrong_clusters_and_workloads(String cluster, String workload) throws IOException {
    requireBothRefuse("cluster: %s, workload: %s, policies: [plain]".formatted(cluster, workload));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {worker: {gpu: 1}, work: 1, phase: warm}
          {worker: {gpu: 1}, work: 1, attained: -1}
          {worker: {gpu: 1}, work: 1, utility: 7}
          {worker: {gpu: 1}, work: 1, running: {workers: -1}}
          {worker: {gpu: 1}, work: 1, running: {on: [{workers: 1}]}}
          {worker: {gpu: 1}, work: 1, weight: 1}
          """)
  void wrong_states(String job) throws IOException {
    String text = "{cluster: {capacity: {gpu: 1}}, jobs: [%s]}".formatted(job);
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    JsonNode tree = Document.of("s", text).root().node();

    assertThat(new Schemas().complaints(Schemas.STATE, tree)).isNotEmpty();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> StateFile.read(file, Plugins.catalog()));
  }

  private void requireBothRefuse(String keys) throws IOException {
    String text = "{" + keys + "}";
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    JsonNode tree = Document.of("s", text).root().node();

    assertThat(new Schemas().complaints(Schemas.SCENARIO, tree)).isNotEmpty();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> ScenarioFile.read(file, Plugins.catalog()));
  }

  private static void requireSameKeys(JsonNode schema, Class<? extends Record> type, String pointer)
      throws IOException {
    var keys = new TreeSet<String>();
    var required = new TreeSet<String>();
    gather(schema, schema.at(pointer), keys, required);

    assertThat(keys).as(pointer).containsExactlyInAnyOrderElementsOf(Binder.keys(type));
    if (!WITH_DEFAULTS.contains(type)) {
      assertThat(required).as(pointer).containsExactlyInAnyOrderElementsOf(requiredKeys(type));
    }
  }

  /** The keys of a description and of those that it includes. */
  private static void gather(
      JsonNode schema, JsonNode described, Set<String> keys, Set<String> required)
      throws IOException {
    described.path("properties").fieldNames().forEachRemaining(keys::add);
    described.path("required").forEach(key -> required.add(key.textValue()));
    for (JsonNode included : described.path("allOf")) {
      String reference = included.path("$ref").textValue();
      boolean elsewhere = !reference.startsWith("#");
      JsonNode other = elsewhere ? Schemas.tree(Schemas.SCENARIO) : schema;
      gather(other, other.at(reference.substring(reference.indexOf('#') + 1)), keys, required);
    }
  }

  private static List<String> requiredKeys(Class<?> type) {
    var required = new ArrayList<String>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        required.addAll(requiredKeys(component.getType()));
      } else if (!component.getType().getName().startsWith("java.util.Optional")) {
        required.add(component.getName());
      }
    }
    return required;
  }

  private static void collect(Type type, Set<Class<?>> found) {
    if (type instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(part -> collect(part, found));
    } else if (type instanceof Class<?> raw
        && raw.isRecord()
        && !NOT_GROUPS.contains(raw)
        && found.add(raw)) {
      collectParts(raw, found);
    }
  }

  private static void collectParts(Class<?> type, Set<Class<?>> found) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        collectParts(component.getType(), found);
      } else {
        collect(component.getGenericType(), found);
      }
    }
  }

  private static void findMute(JsonNode described, String where, List<String> mute) {
    described
        .path("properties")
        .properties()
        .forEach(property -> {
          JsonNode value = property.getValue();
          if (!value.has("description") && !value.has("$ref")) {
            mute.add(where + "/" + property.getKey());
          }
          findMute(value, where + "/" + property.getKey(), mute);
        });
    described
        .path("$defs")
        .properties()
        .forEach(definition -> {
          if (!definition.getValue().has("description") && !definition.getValue().has("$ref")) {
            mute.add(definition.getKey());
          }
          findMute(definition.getValue(), definition.getKey(), mute);
        });
  }
}
