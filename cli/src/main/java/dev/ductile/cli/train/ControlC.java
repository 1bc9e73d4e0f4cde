package dev.ductile.cli.train;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the Ctrl-C (SIGINT) that this process receives. The first begins the end of the process,
 * as without this class; from then on the JVM ignores signals, so later ones come here only.
 *
 * <p>The JDK has no supported class for signals, and javac warns of {@code sun.misc.Signal}, so it
 * is used by reflection. In a Java without it, later signals are ignored.
 */
final class ControlC implements AutoCloseable {
  private static final String INTERRUPT = "INT";

  private final AtomicInteger received = new AtomicInteger();
  private final Runnable first;
  private final Runnable later;

  /** Puts the handler before this one back. */
  private Runnable restore = () -> {};

  private ControlC(Runnable first, Runnable later) {
    this.first = first;
    this.later = later;
  }

  /** Runs {@code first} at the first Ctrl-C and {@code later} at each later one, on threads. */
  static ControlC listen(Runnable first, Runnable later) {
    var counter = new ControlC(first, later);
    try {
      counter.install();
    } catch (ReflectiveOperationException _) {
      // this Java has no signals: the first one ends it by its shutdown hooks
    }
    return counter;
  }

  /** A process whose Ctrl-C is ignored, such as one in the background, ignores it further on. */
  private void install() throws ReflectiveOperationException {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Class<?> handlers = Class.forName("sun.misc.SignalHandler");
    Method handle = signals.getMethod("handle", signals, handlers);
    Object signal = signals.getConstructor(String.class).newInstance(INTERRUPT);
    Object counter =
        Proxy.newProxyInstance(
            ControlC.class.getClassLoader(),
            new Class<?>[] {handlers},
            (self, method, arguments) -> handled(self, method, arguments));
    Object before = handle.invoke(null, signal, counter);
    restore = () -> call(handle, signal, before);
    if (before.equals(handlers.getField("SIG_IGN").get(null))) {
      restore.run();
    }
  }

  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
  private Object handled(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "Ctrl-C";
      default -> {
        (received.getAndIncrement() == 0 ? first : later).run();
        yield "";
      }
    };
  }

  private static void call(Method method, Object... arguments) {
    try {
      method.invoke(null, arguments);
    } catch (IllegalAccessException | InvocationTargetException _) {
      // the handler stays; the process ends as it would have
    }
  }

  @Override
  public void close() {
    restore.run();
  }
}
