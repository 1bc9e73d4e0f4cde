package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.ductile.api.Engine;
import dev.ductile.api.Order;
import dev.ductile.api.PlacementProvider;
import dev.ductile.learned.safety.Guard;
import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.master.steps.StepLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest {
  /** All modules but those with tests and measurements alone. */
  private static final String PRODUCT = "(?!contracts/|bench/|house/)";

  private static final Pattern PRODUCT_SOURCE =
      Pattern.compile(PRODUCT + ".*/src/main/java/(dev/ductile/.*)/(?!package-info)\\w+\\.java");

  private static final JavaClasses PRODUCT_CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.ductile");

  @Test
  void packagesHaveNoCycles() {
    Architecture.NO_CYCLES.check(PRODUCT_CLASSES);
  }

  @Test
  void policiesKnowOnlyTheApi() {
    Architecture.POLICIES_KNOW_ONLY_THE_API.check(PRODUCT_CLASSES);
  }

  @Test
  void learnedPoliciesDoNotKnowTheSimulator() {
    Architecture.LEARNED_POLICIES_DO_NOT_KNOW_THE_SIMULATOR.check(PRODUCT_CLASSES);
  }

  @Test
  void theRuntimeKnowsOnlyText() {
    Architecture.THE_RUNTIME_KNOWS_ONLY_TEXT.check(PRODUCT_CLASSES);
  }

  @Test
  void tasksThatReadNoJobFileDoNotNeedText() {
    Architecture.ONLY_JOB_FILES_ARE_READ_WITH_TEXT.check(PRODUCT_CLASSES);
  }

  @Test
  void onlyAMasterUsesItsDecisions() {
    Architecture.ONLY_A_MASTER_USES_ITS_DECISIONS.check(PRODUCT_CLASSES);
  }

  @Test
  void decisionsOfAMasterNeedNoThreadSocketOrFile() {
    Architecture.DECISIONS_OF_A_MASTER_ARE_PURE.check(PRODUCT_CLASSES);
  }

  @Test
  void timeAndChanceComeFromOutside() {
    Architecture.TIME_AND_CHANCE_COME_FROM_OUTSIDE.check(PRODUCT_CLASSES);
  }

  @Test
  void namesHaveNoMeaninglessWords() {
    Architecture.NAMES_SAY_WHAT_THE_THING_IS.check(PRODUCT_CLASSES);
  }

  @Test
  void onlyTheSchedulerGivesOrders() {
    Architecture.ONLY_THE_SCHEDULER_GIVES_ORDERS.check(PRODUCT_CLASSES);
  }

  @Test
  void pluginsAreFoundInOnePlace() {
    Architecture.PLUGINS_ARE_FOUND_IN_ONE_PLACE.check(PRODUCT_CLASSES);
  }

  /** A module that is missing in house/pom.xml would not be checked by any rule. */
  @Test
  void everyPackageOfTheProductIsChecked() throws IOException {
    var written = new TreeSet<String>();
    for (var path : SourceTree.here().texts().keySet()) {
      var source = PRODUCT_SOURCE.matcher(path);
      if (source.matches()) {
        written.add(source.group(1).replace('/', '.'));
      }
    }
    var seen = new TreeSet<String>();
    PRODUCT_CLASSES.forEach(type -> seen.add(type.getPackageName()));

    assertThat(seen).as("add the missing module to house/pom.xml").containsAll(written);
  }

  @Test
  void theTableOfModulesAgreesWithThePoms() throws IOException {
    ModuleGraph poms = ModuleGraph.ofPoms(SourceTree.here().root());

    assertThat(poms.uses()).containsKey("engines/local");
    assertThat(ModuleGraph.ofTable(architecture())).isEqualTo(poms);
  }

  /** A module that is missing in lint/pom.xml would not be analysed by {@code ./check}. */
  @ParameterizedTest
  @ValueSource(strings = {"main", "test"})
  void everySourceFolderIsAnalysed(String kind) throws IOException {
    Path root = SourceTree.here().root();
    var sources = new TreeSet<String>();
    for (String module : ModuleGraph.ofPoms(root).uses().keySet()) {
      String folder = "%s/src/%s/java".formatted(module, kind);
      if (Files.exists(root.resolve(folder))) {
        sources.add(folder);
      }
    }
    String lint = Files.readString(root.resolve("lint/pom.xml"));

    assertThat(sources).contains("api/src/%s/java".formatted(kind));
    assertThat(sources)
        .as("add the missing folder to lint/pom.xml")
        .allMatch(
            folder -> lint.contains("<root>${project.basedir}/../%s</root>".formatted(folder)));
  }

  @Test
  void thePictureOfModulesAgreesWithThePoms() throws IOException {
    ModuleGraph shipped =
        ModuleGraph.ofPoms(SourceTree.here().root())
            .without(Set.of("contracts", "house", "bench", "lint"));

    assertThat(ModuleGraph.ofPicture(architecture()).closure()).isEqualTo(shipped.closure());
  }

  private static String architecture() throws IOException {
    return Files.readString(SourceTree.here().root().resolve("ARCHITECTURE.md"));
  }

  @Test
  void aClockReadInAnyWayIsFound() {
    assertThat(violations(Architecture.TIME_AND_CHANCE_COME_FROM_OUTSIDE, Calls.class))
        .isEqualTo(4);
    assertThat(violations(Architecture.TIME_AND_CHANCE_COME_FROM_OUTSIDE, Seeded.class)).isZero();
  }

  @Test
  void anEmptyNameIsFound() {
    assertThat(violations(Architecture.NAMES_SAY_WHAT_THE_THING_IS, ThingManager.class)).isOne();
    assertThat(violations(Architecture.NAMES_SAY_WHAT_THE_THING_IS, Seeded.class)).isZero();
  }

  @Test
  void aPolicyThatLooksForOthersItselfIsFound() {
    assertThat(violations(Architecture.PLUGINS_ARE_FOUND_IN_ONE_PLACE, Looking.class)).isPositive();
    assertThat(violations(Architecture.PLUGINS_ARE_FOUND_IN_ONE_PLACE, Seeded.class)).isZero();
  }

  @Test
  void anOrderFromOutsideOfTheSchedulerIsFound() {
    assertThat(violations(Architecture.ONLY_THE_SCHEDULER_GIVES_ORDERS, Ordering.class))
        .isPositive();
    assertThat(violations(Architecture.ONLY_THE_SCHEDULER_GIVES_ORDERS, Seeded.class)).isZero();
  }

  @Test
  void aUseOfAMastersDecisionsIsFound() {
    assertThat(violations(Architecture.ONLY_A_MASTER_USES_ITS_DECISIONS, Counting.class))
        .isPositive();
    assertThat(violations(Architecture.ONLY_A_MASTER_USES_ITS_DECISIONS, Seeded.class)).isZero();
  }

  @Test
  void aSocketInADecisionIsFound() {
    ArchRule rule = Architecture.needNoThreadSocketOrFile("dev.ductile.runtime.master");

    assertThat(violations(rule, Master.class)).isPositive();
  }

  @Test
  void aLearnedPolicyThatKnowsTheSchedulerIsFound() {
    ArchRule rule = Architecture.knowOnlyPoliciesAndText("dev.ductile.learned.safety");

    assertThat(violations(rule, Guard.class)).isPositive();
  }

  private static int violations(ArchRule rule, Class<?> planted) {
    return rule.evaluate(new ClassFileImporter().importClasses(planted))
        .getFailureReport()
        .getDetails()
        .size();
  }

  /** Planted: four faults. */
  @SuppressWarnings("unused")
  private static final class Calls {
    private final Supplier<Instant> byReference = Instant::now;
    private final Instant called = Instant.now();
    private final long nanos = System.nanoTime();
    private final Random unseeded = new Random();
  }

  /** Planted: no fault. */
  @SuppressWarnings("unused")
  private static final class Seeded {
    private final Random random = new Random(1);
  }

  /** Planted: a search for plug-ins. */
  @SuppressWarnings("unused")
  private static final class Looking {
    private final ServiceLoader<PlacementProvider> all =
        ServiceLoader.load(PlacementProvider.class);
  }

  /** Planted: an order that is not in the journal. */
  @SuppressWarnings("unused")
  private record Ordering(Engine engine) {
    void order(Order order) {
      engine.apply(order);
    }
  }

  /** Planted: a use of a class that is public only for the master. */
  @SuppressWarnings("unused")
  private record Counting(StepLedger steps) {}

  /** Planted: one fault. */
  private static final class ThingManager {}
}
