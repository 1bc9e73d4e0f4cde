package dev.ductile.runtime.worker;

import dev.ductile.runtime.transport.Loop;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs work that may block in the background, and reports its end on the loop's thread. */
public final class Blocking {
  private final Loop loop;

  public Blocking(Loop loop) {
    this.loop = loop;
  }

  /** Does the work in the background; then one of the two is called. */
  public <T> void run(Callable<T> work, Consumer<T> done, Consumer<Exception> failed) {
    loop.background().start(() -> loop.execute(attempt(work, done, failed)));
  }

  private static <T> Runnable attempt(
      Callable<T> work, Consumer<T> done, Consumer<Exception> failed) {
    try {
      T result = work.call();
      return () -> done.accept(result);
    } catch (IOException | RuntimeException e) {
      return () -> failed.accept(e);
    } catch (Throwable e) { // the waiting part must learn of it
      var wrapped = new IllegalStateException(String.valueOf(e), e);
      return () -> failed.accept(wrapped);
    }
  }
}
