package dev.ductile.cli;

import dev.ductile.cli.policy.PolicySkeleton;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the files of a new policy. */
@Command(
    name = "new-policy",
    mixinStandardHelpOptions = true,
    header = "Writes the files of a new policy.",
    description = {
      "",
      "The folder has a policy that works, a test that checks it against the laws of all policies,"
          + " a build that needs a JDK and no network, and a scenario to compare it with others."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile new-policy shortest-first --kind ordering",
      "  ./shortest-first/build.sh",
      "  ductile simulate shortest-first/compare.yaml --plugins shortest-first/out"
    })
final class NewPolicyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "The name of the policy, such as shortest-first.")
  private String name = "";

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "plain",
      description = {
        "The part that you write (default: ${DEFAULT-VALUE}): plain, the whole plan; ordering, the"
            + " order of a queue; sizing, the sizes of jobs."
      })
  private PolicySkeleton.Kind kind = PolicySkeleton.Kind.plain;

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--into",
      paramLabel = "FOLDER",
      description = "A new or empty folder (default: NAME).")
  private Optional<Path> into = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    Map<String, String> files = skeleton().files(launcher());
    if (plugins.catalog().has(name)) {
      throw new InputException("there is a policy %s; choose another name".formatted(name));
    }
    Path folder = into.orElse(Path.of(name));
    requireEmpty(folder);
    for (var file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, file.getValue());
      console.note("wrote " + path);
    }
    Path build = folder.resolve(PolicySkeleton.BUILD);
    if (!build.toFile().setExecutable(true)) {
      throw new InputException("%s cannot be made executable".formatted(build));
    }
    console.note(
        "next: %s, then ductile simulate %s --plugins %s"
            .formatted(
                build.isAbsolute() ? build : Path.of(".").resolve(build),
                folder.resolve("compare.yaml"),
                folder.resolve("out")));
    return ExitStatus.OK;
  }

  private PolicySkeleton skeleton() {
    try {
      return new PolicySkeleton(name, kind);
    } catch (IllegalArgumentException mistake) {
      throw new InputException(String.valueOf(mistake.getMessage()), mistake);
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new InputException(
              "%s has files already; name a new or an empty folder with --into".formatted(folder));
        }
      }
    }
  }

  private static String launcher() {
    return Path.of(System.getProperty("ductile.home", "."), "ductile")
        .toAbsolutePath()
        .normalize()
        .toString();
  }
}
