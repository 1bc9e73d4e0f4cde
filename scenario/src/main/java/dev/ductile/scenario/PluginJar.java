package dev.ductile.scenario;

import dev.ductile.api.EstimatorProvider;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.SpeedProvider;
import dev.ductile.text.InputException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * A jar with plug-ins of a user. It has a class loader of its own, so two jars may contain
 * different versions of a class. Its service files and the format of its classes are checked before
 * a class is loaded, because their mistakes have better messages than a class loader's.
 */
public final class PluginJar {
  private static final String SERVICES = "META-INF/services/";
  private static final List<Class<?>> KINDS =
      List.of(
          PolicyProvider.class,
          PlacementProvider.class,
          SpeedProvider.class,
          EstimatorProvider.class,
          TraceFormat.class);

  /** Java 1.0 has version 44 of the format of classes, and each version of Java has the next. */
  private static final int FORMAT_BEFORE_JAVA_1 = 44;

  private static final int MOST_LISTED = 5;

  private final Path file;

  /** The names of classes by the name of their interface. */
  private final Map<String, List<String>> classes;

  private final ClassLoader loader;

  private PluginJar(Path file, Map<String, List<String>> classes, ClassLoader loader) {
    this.file = file;
    this.classes = classes;
    this.loader = loader;
  }

  /**
   * Reads the list of plug-ins of a jar.
   *
   * @param libraries further jars that its classes use
   */
  static PluginJar read(Path file, List<Path> libraries) {
    try (var jar = new JarFile(file.toFile())) {
      var classes = new TreeMap<String, List<String>>();
      for (Class<?> kind : KINDS) {
        ZipEntry service = jar.getEntry(SERVICES + kind.getName());
        if (service != null) {
          classes.put(kind.getName(), names(jar, service));
        }
      }
      if (classes.values().stream().allMatch(List::isEmpty)) {
        throw new InputException("%s: %s".formatted(file, withoutPlugins(jar)));
      }
      for (var service : classes.entrySet()) {
        for (String name : service.getValue()) {
          requireLoadable(file, jar, service.getKey(), name);
        }
      }
      return new PluginJar(file, classes, loader(file, libraries));
    } catch (IOException unreadable) {
      throw new InputException(
          "%s cannot be read as a jar: %s".formatted(file, unreadable.getMessage()), unreadable);
    }
  }

  private static ClassLoader loader(Path file, List<Path> libraries) throws MalformedURLException {
    var urls = new ArrayList<URL>();
    urls.add(file.toUri().toURL());
    for (Path library : libraries) {
      urls.add(library.toUri().toURL());
    }
    return new URLClassLoader(
        file.getFileName().toString(),
        urls.toArray(URL[]::new),
        Thread.currentThread().getContextClassLoader());
  }

  /** The class names in a service file, which may have comments. */
  private static List<String> names(JarFile jar, ZipEntry service) throws IOException {
    try (InputStream content = jar.getInputStream(service)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .distinct()
          .toList();
    }
  }

  private static String withoutPlugins(JarFile jar) {
    List<String> others =
        jar.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.startsWith(SERVICES) && !name.equals(SERVICES))
            .limit(MOST_LISTED)
            .toList();
    return "the jar names no plug-in%s; the file %s%s in it must have the name of the class, such as com.example.MyPolicy. A jar that plug-ins only use belongs into the folder lib beside them"
        .formatted(
            others.isEmpty() ? "" : " (it has " + String.join(", ", others) + ")",
            SERVICES,
            PolicyProvider.class.getName());
  }

  private static void requireLoadable(Path file, JarFile jar, String kind, String name)
      throws IOException {
    ZipEntry entry = jar.getEntry(name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new InputException(
          "%s: %s%s names the class %s, which the jar does not have%s"
              .formatted(file, SERVICES, kind, name, similar(jar, name)));
    }
    try (var bytes = new DataInputStream(jar.getInputStream(entry))) {
      bytes.skipNBytes(6);
      int java = bytes.readUnsignedShort() - FORMAT_BEFORE_JAVA_1;
      int here = Runtime.version().feature();
      if (java > here) {
        throw new InputException(
            "%s: the class %s is compiled for Java %d, and this is Java %d; compile it with javac --release %d"
                .formatted(file, name, java, here, here));
      }
    } catch (EOFException cut) {
      throw new InputException(
          "%s: the file of the class %s is cut off; build the jar again".formatted(file, name),
          cut);
    }
  }

  /** The class of the same simple name, if it is at another place. */
  private static String similar(JarFile jar, String name) {
    String simple = name.substring(name.lastIndexOf('.') + 1) + ".class";
    Optional<String> other =
        jar.stream()
            .map(ZipEntry::getName)
            .filter(entry -> entry.equals(simple) || entry.endsWith("/" + simple))
            .findFirst();
    return other
        .map(entry ->
            "; it has %s: write the class with its package, and put classes into the jar by jar ... -C FOLDER-OF-CLASSES ."
                .formatted(entry))
        .orElse("");
  }

  /** New instances of the plug-ins of a kind. */
  <P> List<P> load(Class<P> kind) {
    return classes.getOrDefault(kind.getName(), List.of()).stream()
        .map(name -> PluginLoader.made(kind, name, loader, file))
        .toList();
  }
}
