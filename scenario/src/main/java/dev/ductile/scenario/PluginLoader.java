package dev.ductile.scenario;

import dev.ductile.text.InputException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Loads plug-ins. A broken plug-in ends the command with one line that names it. */
final class PluginLoader {
  private PluginLoader() {}

  /** All plug-ins of a type, in the order of the class path. */
  static <P> List<P> load(Class<P> kind, ClassLoader loader) {
    var found = new ArrayList<P>();
    try {
      Iterator<P> all = ServiceLoader.load(kind, loader).iterator();
      while (all.hasNext()) {
        found.add(all.next());
      }
      return found;
    } catch (ServiceConfigurationError | LinkageError broken) {
      throw new InputException(
          "a plug-in cannot be loaded: %s%s; see META-INF/services/%s of the jar that was added"
              .formatted(told(broken), cause(broken), kind.getName()),
          broken);
    }
  }

  /** A new plug-in of a jar of a user. */
  static <P> P made(Class<P> kind, String name, ClassLoader loader, Path jar) {
    String named = "%s: the plug-in class %s ".formatted(jar, name);
    try {
      Class<?> type = Class.forName(name, true, loader);
      if (!loader.equals(type.getClassLoader())) {
        throw new InputException(
            named
                + "is also in %s, which is read first; remove one of the two".formatted(at(type)));
      }
      if (!kind.isAssignableFrom(type)) {
        throw new InputException(named + "does not implement " + kind.getName());
      }
      return kind.cast(type.getConstructor().newInstance());
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException closed) {
      throw new InputException(
          named + "must be public, not abstract, and have a public constructor without parameters",
          closed);
    } catch (InvocationTargetException thrown) {
      throw new InputException(
          named + "failed in its constructor: %s".formatted(thrown.getCause()), thrown);
    } catch (ClassNotFoundException | LinkageError broken) {
      throw new InputException(
          named + "cannot be loaded: %s%s".formatted(broken, advice(broken)), broken);
    }
  }

  private static String at(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? "Java itself" : String.valueOf(source.getLocation());
  }

  /** The class of a plug-in, with the jar that it comes from if that is a user's. */
  static String origin(Object plugin) {
    Class<?> type = plugin.getClass();
    return type.getClassLoader() instanceof URLClassLoader jar && jar.getName() != null
        ? "%s of %s".formatted(type.getName(), jar.getName())
        : type.getName();
  }

  /** What the author of a plug-in can do about a class that does not fit the others. */
  private static String advice(Throwable broken) {
    Throwable cause =
        broken instanceof ExceptionInInitializerError && broken.getCause() != null
            ? broken.getCause()
            : broken;
    return switch (cause) {
      case UnsupportedClassVersionError _ ->
          "; compile it with javac --release " + Runtime.version().feature();
      case NoClassDefFoundError missing
          when !String.valueOf(missing.getMessage()).contains("dev/ductile/") ->
          "; put the jar with that class into the folder lib beside the plug-in";
      case NoClassDefFoundError _, IncompatibleClassChangeError _ ->
          "; it was compiled against another version of Ductile: compile it again";
      default -> "";
    };
  }

  /**
   * The result of a call of a plug-in.
   *
   * @throws InputException if it throws an exception or returns null
   */
  static <T> T asked(Object plugin, Supplier<T> question) {
    String name = origin(plugin);
    try {
      return Optional.ofNullable(question.get())
          .orElseThrow(() -> new InputException("the plug-in %s answers null".formatted(name)));
    } catch (InputException mistake) {
      throw mistake;
    } catch (RuntimeException | LinkageError broken) {
      throw new InputException(
          "the plug-in %s failed: %s%s".formatted(name, broken, advice(broken)), broken);
    }
  }

  private static String told(Throwable broken) {
    return broken instanceof ServiceConfigurationError
        ? String.valueOf(broken.getMessage())
        : broken.toString();
  }

  private static String cause(Throwable broken) {
    Throwable cause = broken.getCause();
    return cause == null ? "" : " (%s)".formatted(cause);
  }
}
