package dev.ductile.cli;

import dev.ductile.api.Policy;
import dev.ductile.laws.PolicyLaws;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the class path for policies. */
@Command(
    name = "class-path",
    mixinStandardHelpOptions = true,
    header = "Prints the class path to compile a policy with.",
    description = {
      "",
      "The jars have the interfaces of plug-ins, the policies with the toolkits for new ones, and"
          + " the laws of all policies."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  javac -cp \"$(ductile class-path)\" -d classes MyPolicy.java"})
final class ClassPathCommand implements Callable<Integer> {
  /** A class of each jar; this module does not see those of the policies. */
  private static final List<String> CLASSES =
      List.of(
          Policy.class.getName(), "dev.ductile.policies.NoSettings", PolicyLaws.class.getName());

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws ClassNotFoundException, URISyntaxException {
    Output.print(classPath());
    return ExitStatus.OK;
  }

  /** The jars of {@code api}, {@code policies} and {@code laws}. */
  static String classPath() throws ClassNotFoundException, URISyntaxException {
    var jars = new ArrayList<Path>();
    for (String name : CLASSES) {
      jars.add(
          Path.of(Class.forName(name).getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
