package dev.ductile.runtime;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.ductile.runtime.process.ParentWatch;
import dev.ductile.text.Document;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URL;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The command that starts a task of a job. */
public final class Trainer {
  /** The word that stands for this program at the head of a command. */
  public static final String WORD = "@trainer";

  /** A part of the command line of each of its processes. */
  public static final String PROGRAM = Main.class.getName();

  /** With a larger heap, references get longer and the start-up cache cannot be used. */
  private static final long MOST_HEAP_MIB = 30 << 10;

  /**
   * The start-up cache also has profiles of hot methods. With them the optimising compiler starts
   * on all of these methods at once, while the start itself needs the processor. Without them it
   * compiles methods that prove hot, so the steady speed is the same.
   */
  private static final List<String> NO_REPLAY =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

  /**
   * Ten times the default thresholds. The first compiler takes methods with loops as soon as by
   * default; the optimising compiler waits for a hundred times as many rounds of a loop, because
   * those rounds cost less than its work. The defaults assume idle processors for the compilers;
   * the processes of a job share theirs, and each would compile every method that it calls more
   * than 200 times.
   */
  private static final List<String> PATIENT_COMPILERS =
      List.of(
          "-XX:Tier3InvocationThreshold=2000",
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=4000000");

  private static final String NETWORK = SelectorProvider.class.getName();

  private Trainer() {}

  /** The command, with a leading {@link #WORD} replaced by the command that starts a task. */
  public static List<String> command(List<String> command) {
    if (command.isEmpty() || !command.getFirst().equals(WORD)) {
      return List.copyOf(command);
    }
    var full = new ArrayList<String>(java());
    full.addAll(quickStart());
    full.addAll(main(Main.class, command.subList(1, command.size())));
    return List.copyOf(full);
  }

  /** A package has an archive of the classes of its Java; another installation makes a cache. */
  private static List<String> quickStart() {
    Path archive = home(Main.class).resolveSibling("trainer.jsa");
    if (isUsable(archive)) {
      return List.of("-XX:SharedArchiveFile=" + archive);
    }
    Path cache = cache();
    return isUsable(cache)
        ? Stream.concat(Stream.of("-XX:AOTCache=" + cache), NO_REPLAY.stream()).toList()
        : List.of();
  }

  /** The command that trains the rehearsal's jobs and writes the start-up cache. */
  static List<String> rehearsal(Path output, Path job) {
    var full = new ArrayList<String>(java());
    full.add("-XX:AOTCacheOutput=" + output);
    full.add(ParentWatch.option(ProcessHandle.current().pid()));
    full.addAll(main(RehearsalJobs.class, List.of(job.toString())));
    return List.copyOf(full);
  }

  private static List<String> java() {
    var full = new ArrayList<String>();
    full.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    full.addAll(
        List.of(
            // other virtual machines know other options
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            // otherwise the first message costs tens of milliseconds of reflection
            "-Djdk.reflect.useNativeAccessorOnly=true",
            // otherwise Java opens all jars at the first socket, to look for another network
            "-D" + NETWORK + "=" + SelectorProvider.provider().getClass().getName(),
            "-Xmx" + heapMib() + "m",
            "-Xlog:disable",
            "-Xlog:all=error,aot*=off,cds*=off:stderr"));
    full.addAll(PATIENT_COMPILERS);
    return full;
  }

  private static List<String> main(Class<?> program, List<String> arguments) {
    var main = new ArrayList<String>(List.of("-cp", classPath(), program.getName()));
    main.addAll(arguments);
    return main;
  }

  /** Half of the machine at most; a task never takes memory that it does not need. */
  private static long heapMib() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    long bytes =
        system instanceof com.sun.management.OperatingSystemMXBean machine
            ? machine.getTotalMemorySize()
            : Runtime.getRuntime().maxMemory() * 4;
    return Math.clamp(bytes >> 21, 64, MOST_HEAP_MIB);
  }

  /** The file with classes that were loaded and linked ahead of time, for this version of Java. */
  public static Path cache() {
    return home(Main.class).resolveSibling("trainer-" + Runtime.version().feature() + ".aot");
  }

  /** Classes in a folder, as during development, change unnoticed, so no cache is used for them. */
  private static boolean isUsable(Path cache) {
    File file = cache.toFile();
    File program = home(Main.class).toFile();
    return program.isFile() && file.length() > 0 && file.lastModified() >= program.lastModified();
  }

  /** This program, and the libraries that read a job's file and a checkpoint's. */
  private static String classPath() {
    return Stream.of(
            Main.class,
            Document.class,
            JsonFactory.class,
            JsonNode.class,
            JsonCreator.class,
            YAMLFactory.class,
            Yaml.class)
        .map(type -> home(type).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * The jar or folder of a class, by the class path of this process. The class itself does not know
   * it when it comes from a start-up cache that was made before the program was moved.
   */
  private static Path home(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    URL found = type.getResource("/" + name);
    if (found == null) {
      throw new IllegalStateException(name + " is not on the class path");
    }
    String url = found.toString();
    String home = url.substring(0, url.length() - name.length() - 1);
    boolean inJar = home.startsWith("jar:") && home.endsWith("!");
    return Path.of(URI.create(inJar ? home.substring(4, home.length() - 1) : home));
  }
}
