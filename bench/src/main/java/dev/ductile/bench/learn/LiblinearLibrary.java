package dev.ductile.bench.learn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ductile.runtime.data.Examples;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * The library of LIBLINEAR, {@code liblinear.so.4} of Debian's liblinear4 (a dependency of
 * liblinear-tools), called in this process: the data are in memory, and only its {@code train} is
 * timed.
 */
@SuppressWarnings("restricted")
final class LiblinearLibrary {
  private static final String NAME = "liblinear.so.4";
  private static final int NODE = 16;

  /** Larger than {@code struct parameter} of any version; fields that are not set are zero. */
  private static final int PARAMETER = 128;

  private static final Linker LINKER = Linker.nativeLinker();

  private final Arena arena;
  private final MethodHandle train;
  private final MethodHandle coefficient;
  private final MethodHandle labels;
  private final MethodHandle free;
  private final MemorySegment problem;
  private final int features;

  /**
   * A run.
   *
   * @param processorSeconds the processor time of this thread
   */
  @SuppressWarnings("ArrayRecordComponent") // read at once, and never compared
  record Run(float[] weights, double processorSeconds) {}

  private LiblinearLibrary(Arena arena, SymbolLookup found, List<Examples> splits, int features) {
    this.arena = arena;
    this.features = features;
    train = handle(found, "train", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
    coefficient =
        handle(
            found,
            "get_decfun_coef",
            FunctionDescriptor.of(JAVA_DOUBLE, ADDRESS, JAVA_INT, JAVA_INT));
    labels = handle(found, "get_labels", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
    free = handle(found, "free_and_destroy_model", FunctionDescriptor.ofVoid(ADDRESS));
    problem = problem(splits);
    silence(found);
  }

  /** Loads the library and copies the data into its form; empty if it is not installed. */
  static Optional<LiblinearLibrary> load(Arena arena, List<Examples> splits, int features) {
    SymbolLookup found;
    try {
      found = SymbolLookup.libraryLookup(NAME, arena);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(new LiblinearLibrary(arena, found, splits, features));
  }

  private static MethodHandle handle(
      SymbolLookup found, String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(found.find(name).orElseThrow(), descriptor);
  }

  private void silence(SymbolLookup found) {
    try {
      MethodHandle nothing =
          MethodHandles.lookup()
              .findStatic(
                  LiblinearLibrary.class,
                  "say",
                  MethodType.methodType(void.class, MemorySegment.class));
      MemorySegment stub = LINKER.upcallStub(nothing, FunctionDescriptor.ofVoid(ADDRESS), arena);
      handle(found, "set_print_string_function", FunctionDescriptor.ofVoid(ADDRESS)).invoke(stub);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Discards the library's output. */
  @SuppressWarnings("unused") // a method handle finds it by its name
  private static void say(MemorySegment text) {}

  /** {@code struct problem}: examples, features, labels, rows of nodes, no bias. */
  private MemorySegment problem(List<Examples> splits) {
    int examples = splits.stream().mapToInt(Examples::count).sum();
    long values = splits.stream().mapToLong(split -> split.values().length).sum();
    MemorySegment nodes = arena.allocate((values + examples) * NODE, 8);
    MemorySegment marks = arena.allocate((long) examples * Double.BYTES, 8);
    MemorySegment rows = arena.allocate((long) examples * Long.BYTES, 8);
    long node = 0;
    int row = 0;
    for (Examples split : splits) {
      for (int i = 0; i < split.count(); i++) {
        marks.setAtIndex(JAVA_DOUBLE, row, split.labels()[i]);
        rows.setAtIndex(ADDRESS, row++, nodes.asSlice(node * NODE));
        for (int j = split.starts()[i]; j < split.starts()[i + 1]; j++) {
          nodes.set(JAVA_INT, node * NODE, split.features()[j] + 1);
          nodes.set(JAVA_DOUBLE, node++ * NODE + 8, split.values()[j]);
        }
        nodes.set(JAVA_INT, node++ * NODE, -1);
      }
    }
    MemorySegment made = arena.allocate(MemoryLayout.sequenceLayout(4, JAVA_DOUBLE));
    made.set(JAVA_INT, 0, examples);
    made.set(JAVA_INT, 4, features);
    made.set(ADDRESS, 8, marks);
    made.set(ADDRESS, 16, rows);
    made.set(JAVA_DOUBLE, 24, -1);
    return made;
  }

  /** Trains with a solver until its stopping measure is below {@code tolerance}. */
  Run train(int solver, double cost, double tolerance) {
    MemorySegment parameter = arena.allocate(PARAMETER, 8);
    parameter.set(JAVA_INT, 0, solver);
    parameter.set(JAVA_DOUBLE, 8, tolerance);
    parameter.set(JAVA_DOUBLE, 16, cost);
    try {
      long before = processorNanos();
      var model = (MemorySegment) train.invoke(problem, parameter);
      double seconds = (processorNanos() - before) / 1e9;
      var run = new Run(weights(model), seconds);
      MemorySegment holder = arena.allocate(ADDRESS);
      holder.set(ADDRESS, 0, model);
      free.invoke(holder);
      return run;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Positive weights mean the first label of the library's list. */
  private float[] weights(MemorySegment model) throws Throwable {
    MemorySegment listed = arena.allocate(JAVA_INT, 2);
    labels.invoke(model, listed);
    float sign = Math.signum(listed.get(JAVA_INT, 0));
    float[] weights = new float[features];
    for (int i = 0; i < features; i++) {
      weights[i] = sign * (float) (double) coefficient.invoke(model, i + 1, 0);
    }
    return weights;
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
