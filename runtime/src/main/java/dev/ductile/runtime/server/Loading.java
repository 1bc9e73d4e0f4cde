package dev.ductile.runtime.server;

/** Loads copies from a checkpoint. */
final class Loading {
  private final Context context;

  Loading(Context context) {
    this.context = context;
  }

  /** Loads all partitions that this server is to keep, and then goes on. */
  void load(String directory, Runnable then) {
    context.around().loop();
    then.run();
  }
}
