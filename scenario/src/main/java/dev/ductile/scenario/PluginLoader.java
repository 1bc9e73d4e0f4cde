package dev.ductile.scenario;

import dev.ductile.text.InputException;
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

  /**
   * The result of a call of a plug-in.
   *
   * @throws InputException if it throws an exception or returns null
   */
  static <T> T asked(Object plugin, Supplier<T> question) {
    String name = plugin.getClass().getName();
    try {
      return Optional.ofNullable(question.get())
          .orElseThrow(() -> new InputException("the plug-in %s answers null".formatted(name)));
    } catch (InputException mistake) {
      throw mistake;
    } catch (RuntimeException | LinkageError broken) {
      throw new InputException("the plug-in %s failed: %s".formatted(name, broken), broken);
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
