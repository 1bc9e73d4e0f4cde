package dev.ductile.runtime.transport;

import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A loop on a thread of its own, which must live until the test is over. */
final class LoopThread implements AutoCloseable {
  static final String TOKEN = "0123456789abcdef".repeat(4);
  static final Greeting UNKNOWN_TASK = new Greeting(TOKEN, -1);

  final Queue<String> notes = new ConcurrentLinkedQueue<>();
  final Loop loop;
  private final CompletableFuture<Void> end;

  LoopThread() {
    this(ConnectionLimits.DEFAULT);
  }

  LoopThread(ConnectionLimits limits) {
    loop = new Loop(SystemServices.system(System::nanoTime), limits, notes::add);
    end = CompletableFuture.runAsync(loop::run, run -> Thread.ofPlatform().name("loop").start(run));
  }

  /** The result of a call on the loop's thread. */
  <T> T ask(Callable<T> question) {
    var answer = new CompletableFuture<T>();
    loop.execute(() -> {
      try {
        answer.complete(question.call());
      } catch (Exception e) {
        answer.completeExceptionally(e);
      }
    });
    return soon(answer);
  }

  /** Does something on the loop's thread. */
  void does(Runnable action) {
    ask(() -> {
      action.run();
      return "done";
    });
  }

  /** Listens on a free port, with one handler for all connections. */
  Address.Tcp listen(Handler handler) {
    return (Address.Tcp) listen(new Address.Tcp("127.0.0.1", 0), handler);
  }

  Address listen(Address wanted, Handler handler) {
    return ask(() -> loop.listen(wanted, UNKNOWN_TASK, () -> handler));
  }

  Connection connect(Address address, int task, Handler handler) {
    return ask(() -> loop.connect(address, new Greeting(TOKEN, task), handler));
  }

  private static <T> T soon(CompletableFuture<T> future) {
    return future.orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** How it ends: an exception of the loop is thrown here. */
  void end() {
    soon(end);
  }

  @Override
  public void close() {
    loop.stop();
    end();
  }
}
