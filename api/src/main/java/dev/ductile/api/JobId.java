package dev.ductile.api;

/** The name of a job, unique in its cluster. */
public record JobId(String name) implements Comparable<JobId> {
  public JobId {
    Names.require("job", name);
  }

  @Override
  public int compareTo(JobId other) {
    return name.compareTo(other.name);
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof JobId id && name.equals(id.name));
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
