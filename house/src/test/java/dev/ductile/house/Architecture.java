package dev.ductile.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.ductile.api.Engine;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/** The rules about dependencies between classes that the module graph cannot express. */
final class Architecture {
  static final ArchRule NO_CYCLES =
      slices().matching("dev.ductile.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  static final ArchRule POLICIES_KNOW_ONLY_THE_API =
      classes()
          .that()
          .resideInAPackage("dev.ductile.policies..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.ductile.policies..", "dev.ductile.api..", "java..", "org.jspecify..")
          .because("a policy is a pure function of the cluster it is shown")
          .allowEmptyShould(true);

  /** Training and trials, in the same module, need the simulator. */
  static final ArchRule LEARNED_POLICIES_DO_NOT_KNOW_THE_SIMULATOR =
      knowOnlyPoliciesAndText(
          "dev.ductile.learned.network..",
          "dev.ductile.learned.model..",
          "dev.ductile.learned.slot..",
          "dev.ductile.learned.policy..",
          "dev.ductile.learned.sets..",
          "dev.ductile.learned.dl2..",
          "dev.ductile.learned.fallback..");

  static ArchRule knowOnlyPoliciesAndText(String... packages) {
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(packages)
                .or(
                    resideInAnyPackage(
                        "dev.ductile.api..",
                        "dev.ductile.policies..",
                        "dev.ductile.text..",
                        "com.fasterxml.jackson..",
                        "java..",
                        "org.jspecify..")))
        .because("a policy is a pure function of the cluster it is shown, also a learned one")
        .allowEmptyShould(true);
  }

  static final ArchRule THE_RUNTIME_KNOWS_ONLY_TEXT =
      noClasses()
          .that()
          .resideInAPackage("dev.ductile.runtime..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are of a module other than text",
                  type -> type.getPackageName().matches("dev\\.ductile\\.(?!runtime|text).*")))
          .because("tasks speak environment variables, signals and their own protocol")
          .allowEmptyShould(true);

  /** The classes that read a job file; a task that reads none loads none of them. */
  static final ArchRule ONLY_JOB_FILES_ARE_READ_WITH_TEXT =
      noClasses()
          .that()
          .resideInAPackage("dev.ductile.runtime..")
          .and()
          .resideOutsideOfPackages("dev.ductile.runtime", "dev.ductile.runtime.job..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.ductile.text..")
          .because("workers and servers start faster without a reader of YAML")
          .allowEmptyShould(true);

  private static final Pattern INSIDE_OF_A_MASTER =
      Pattern.compile("dev\\.ductile\\.runtime\\.master\\.(coordinator|tasks|steps)\\..*");

  static final ArchRule ONLY_A_MASTER_USES_ITS_DECISIONS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.ductile.runtime.master..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are inside of a master",
                  type ->
                      INSIDE_OF_A_MASTER.matcher(type.getName()).matches()
                          && !type.getSimpleName().equals("JobSetup")))
          .because("they are public only for the other packages of the master")
          .allowEmptyShould(true);

  private static final Pattern THREAD_SOCKET_OR_FILE =
      Pattern.compile(
          "java\\.(net|nio\\.channels|util\\.concurrent)\\..*|java\\.lang\\.Thread"
              + "|java\\.nio\\.file\\.Files|java\\.io\\.(File|RandomAccessFile|\\w*Stream|\\w*Reader)"
              + "|dev\\.ductile\\.runtime\\.transport\\..*");

  static final ArchRule DECISIONS_OF_A_MASTER_ARE_PURE =
      needNoThreadSocketOrFile(
          "dev.ductile.runtime.master.coordinator..",
          "dev.ductile.runtime.master.tasks..",
          "dev.ductile.runtime.master.steps..");

  static ArchRule needNoThreadSocketOrFile(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are threads, sockets or files",
                type -> THREAD_SOCKET_OR_FILE.matcher(type.getName()).matches()))
        .because("a test plays a master's decisions in any order, with its own time")
        .allowEmptyShould(true);
  }

  /** The classes that may read real time and chance; all others take a Clock or a generator. */
  private static final DescribedPredicate<JavaClass> EDGES =
      DescribedPredicate.describe(
          "edges",
          type ->
              type.getPackageName().matches("dev\\.ductile\\.(cli|engines|examples)(\\..*)?")
                  || type.getPackageName().equals("dev.ductile.runtime")
                  || type.getName().equals("dev.ductile.server.TimeAndChance"));

  private static final Pattern TIME_OR_CHANCE =
      Pattern.compile(
          """
          java\\.time\\.\\w+\\.now\\((java\\.time\\.ZoneId)?\\)\
          |java\\.time\\.(Clock|InstantSource)\\.(system|tick)\\w*\\(.*\\)\
          |java\\.lang\\.System\\.(currentTimeMillis|nanoTime)\\(\\)\
          |java\\.lang\\.(Strict)?Math\\.random\\(\\)\
          |java\\.util\\.(Random|SplittableRandom|Date)\\.<init>\\(\\)\
          |java\\.util\\.concurrent\\.ThreadLocalRandom\\..*\
          |java\\.util\\.random\\.RandomGenerator\\.(getDefault|of)\\(.*\\)\
          |java\\.util\\.random\\.RandomGeneratorFactory\\.create\\(\\)\
          |java\\.util\\.Collections\\.shuffle\\(java\\.util\\.List\\)\
          |java\\.util\\.UUID\\.randomUUID\\(\\)\
          |java\\.security\\.SecureRandom\\..*\
          """);

  static final ArchRule TIME_AND_CHANCE_COME_FROM_OUTSIDE =
      noClasses()
          .that(DescribedPredicate.not(EDGES))
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe(
                  "is real time or unseeded chance",
                  access -> TIME_OR_CHANCE.matcher(access.getTarget().getFullName()).matches()))
          .as("time and chance come in through the constructor: take a Clock or a RandomGenerator")
          .allowEmptyShould(true);

  static final ArchRule NAMES_SAY_WHAT_THE_THING_IS =
      noClasses()
          .should()
          .haveNameMatching("(.*[.$])(\\w*(Utils?|Helper|Manager|Impl)|Abstract[A-Z]\\w*)")
          .as("no Util, Helper, Manager, Impl or Abstract in a name: name the thing")
          .allowEmptyShould(true);

  static final ArchRule PLUGINS_ARE_FOUND_IN_ONE_PLACE =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.ductile.scenario.PluginLoader")
          .and()
          .resideOutsideOfPackage("dev.ductile.contracts..")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(ServiceLoader.class)
          .because("a policy gets other policies from its PolicyContext, and all else the Catalog")
          .allowEmptyShould(true);

  static final ArchRule ONLY_THE_SCHEDULER_GIVES_ORDERS =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.ductile.scheduler..", "dev.ductile.contracts..")
          .and()
          .areNotAssignableTo(Engine.class)
          .should()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "that gives an order to an engine",
                  call ->
                      call.getTarget().getName().equals("apply")
                          && call.getTargetOwner().isAssignableTo(Engine.class)))
          .because("an order that is not in the journal is lost; send a command to a LiveCluster")
          .allowEmptyShould(true);

  private Architecture() {}
}
