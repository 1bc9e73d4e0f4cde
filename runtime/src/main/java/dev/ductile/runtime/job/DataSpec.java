package dev.ductile.runtime.job;

import java.util.Locale;

/**
 * The examples of a job.
 *
 * @param features the number of features; in a file the first is called 0 or 1
 * @param splits the number of parts into which the examples are divided
 * @param shuffle whether each epoch has its own order
 */
public record DataSpec(Source source, int features, int splits, boolean shuffle) {
  public DataSpec {
    if (features < 1) {
      throw new IllegalArgumentException("features must be at least 1, not " + features);
    }
    if (splits < 1) {
      throw new IllegalArgumentException("splits must be at least 1, not " + splits);
    }
  }

  /** The same data with this version. */
  public DataSpec withVersion(String version) {
    return switch (source) {
      case Source.Stored(String where, Format format, String _) ->
          new DataSpec(new Source.Stored(where, format, version), features, splits, shuffle);
      case Source.Generated _ -> this;
    };
  }

  /** The version of the file when the job begins; empty if it is not known, or cannot change. */
  public String version() {
    return switch (source) {
      case Source.Stored stored -> stored.version();
      case Source.Generated _ -> "";
    };
  }

  /** A source of examples. */
  public sealed interface Source {
    /** Whether most features of an example are zero, and are left out. */
    boolean isSparse();

    /**
     * A file on disk ({@code /path} or {@code file:}) or the web ({@code http:}, {@code https:}),
     * plain or gzip.
     *
     * @param version the version when the job begins, or nothing if that is not known; a file that
     *     has changed since would give other splits to a worker that joins later
     */
    record Stored(String where, Format format, String version) implements Source {
      @Override
      public boolean isSparse() {
        return format == Format.LIBSVM;
      }

      /** Whether it is on a web server, and not on a disk of this machine. */
      public boolean isWeb() {
        String start = where.toLowerCase(Locale.ROOT);
        return start.startsWith("http:") || start.startsWith("https:");
      }
    }

    /**
     * Generated from the seed, the same in every process.
     *
     * @param shape the real data set that it is like: {@code kdd2012}, {@code a9a}, {@code dense},
     *     {@code digits}
     */
    record Generated(String shape, long examples) implements Source {
      public Generated {
        if (examples < 1) {
          throw new IllegalArgumentException("examples must be at least 1, not " + examples);
        }
      }

      @Override
      public boolean isSparse() {
        return shape.equals("kdd2012") || shape.equals("a9a");
      }
    }
  }

  /** The formats of files. */
  public enum Format {
    LIBSVM,
    CSV
  }
}
