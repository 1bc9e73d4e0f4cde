package dev.ductile.api;

/** The number of workers and servers of a job. */
public record Size(int workers, int servers) implements Comparable<Size> {
  public static final Size NONE = new Size(0, 0);

  public Size {
    if (workers < 0 || servers < 0) {
      throw new IllegalArgumentException(
          "a size cannot be negative: %d workers, %d servers".formatted(workers, servers));
    }
  }

  public static Size workers(int workers) {
    return new Size(workers, 0);
  }

  public int tasks() {
    return workers + servers;
  }

  public boolean isNone() {
    return workers == 0 && servers == 0;
  }

  // Written out by hand, because every decision compares sizes thousands of times and the generated
  // methods are slower.
  @Override
  public boolean equals(Object other) {
    return other instanceof Size size && workers == size.workers && servers == size.servers;
  }

  @Override
  public int hashCode() {
    return 31 * workers + servers;
  }

  public Size plus(Size other) {
    return new Size(workers + other.workers, servers + other.servers);
  }

  /** Smaller first: by workers, then by servers. */
  @Override
  public int compareTo(Size other) {
    int byWorkers = Integer.compare(workers, other.workers);
    return byWorkers != 0 ? byWorkers : Integer.compare(servers, other.servers);
  }

  /** Text for people: {@code 4}, or {@code 4+2} with servers. */
  @Override
  public String toString() {
    return servers == 0 ? Integer.toString(workers) : workers + "+" + servers;
  }
}
