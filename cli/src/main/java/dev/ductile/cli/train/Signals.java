package dev.ductile.cli.train;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Handlers of the signals of the system. The JDK has no supported class for signals, and javac
 * warns of {@code sun.misc.Signal}, so it is used by reflection.
 */
public final class Signals {
  private Signals() {}

  /**
   * A handler that replaced another one.
   *
   * @param wasIgnored whether the process ignored the signal before
   * @param restore puts the handler before this one back
   */
  public record Installed(boolean wasIgnored, Runnable restore) {}

  /**
   * Runs the action at each signal of this name, on a thread of its own.
   *
   * @throws ReflectiveOperationException if this Java or this system has no such signal
   */
  public static Installed handle(String name, Runnable action) throws ReflectiveOperationException {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Class<?> handlers = Class.forName("sun.misc.SignalHandler");
    Method handle = signals.getMethod("handle", signals, handlers);
    Object signal = signals.getConstructor(String.class).newInstance(name);
    Object handler =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handlers},
            (self, method, arguments) -> handled(self, method, arguments, name, action));
    Object before = handle.invoke(null, signal, handler);
    return new Installed(
        before.equals(handlers.getField("SIG_IGN").get(null)), () -> call(handle, signal, before));
  }

  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
  private static Object handled(
      Object self, Method method, Object[] arguments, String name, Runnable action) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> name;
      default -> {
        action.run();
        yield "";
      }
    };
  }

  private static void call(Method method, Object... arguments) {
    try {
      method.invoke(null, arguments);
    } catch (IllegalAccessException | InvocationTargetException _) {
      // the handler stays
    }
  }
}
