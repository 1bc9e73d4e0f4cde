package dev.ductile.runtime.job;

import java.util.Locale;

/**
 * Where examples come from.
 *
 * @param features how many there are; in a file the first is called 0 or 1
 * @param splits into how many parts the examples are cut
 * @param shuffle whether each epoch has an order of its own
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

  /** The same data, of this version. */
  public DataSpec withVersion(String version) {
    return switch (source) {
      case Source.Stored(String where, Format format, String _) ->
          new DataSpec(new Source.Stored(where, format, version), features, splits, shuffle);
      case Source.Generated _ -> this;
    };
  }

  /** What a file is when the job begins; empty where nothing is known, or nothing can change. */
  public String version() {
    return switch (source) {
      case Source.Stored stored -> stored.version();
      case Source.Generated _ -> "";
    };
  }

  /** Where examples lie, or how they are made up. */
  public sealed interface Source {
    /** Whether most features of an example are zero, and are left out. */
    boolean isSparse();

    /**
     * A file on disk ({@code /path} or {@code file:}) or the web ({@code http:}, {@code https:}),
     * plain or gzip.
     *
     * @param version what it is when the job begins, or nothing where that is not known; a file
     *     that has changed since would give other splits to whoever comes later
     */
    record Stored(String where, Format format, String version) implements Source {
      @Override
      public boolean isSparse() {
        return format == Format.LIBSVM;
      }

      /** Whether it lies on a web server, and not on a disk of this machine. */
      public boolean isWeb() {
        String start = where.toLowerCase(Locale.ROOT);
        return start.startsWith("http:") || start.startsWith("https:");
      }
    }

    /**
     * Made up from the seed, the same at every place.
     *
     * @param shape which real set it is like: {@code kdd2012}, {@code a9a}, {@code dense}, {@code
     *     digits}
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

  /** How examples are written. */
  public enum Format {
    LIBSVM,
    CSV
  }
}
