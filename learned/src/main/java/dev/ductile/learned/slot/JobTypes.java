package dev.ductile.learned.slot;

import dev.ductile.api.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The types of jobs that a network knows: jobs that train a similar model (DL2, Section 4.1). The
 * type of a job is its name without the number at its end, so {@code resnet-50-17} has the type
 * {@code resnet-50}.
 *
 * @param names the known types; the index of a type never changes
 * @param most the number of types that the input of the network has room for
 */
public record JobTypes(List<String> names, int most) {
  private static final Pattern NUMBER = Pattern.compile("[-_.]\\d+$");

  public JobTypes {
    names = List.copyOf(names);
    if (names.size() > most) {
      throw new IllegalArgumentException(
          "a network with room for %d job types cannot know %d".formatted(most, names.size()));
    }
  }

  /** Room for this many types, of which none is known. */
  public static JobTypes unknown(int most) {
    return new JobTypes(List.of(), most);
  }

  public static String typeOf(JobId job) {
    return NUMBER.matcher(job.name()).replaceFirst("");
  }

  /** The index of the job's type; absent if the type is unknown. */
  public OptionalInt indexOf(JobId job) {
    int index = names.indexOf(typeOf(job));
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** The same types and that of the job, if there is room for it. */
  public JobTypes with(JobId job) {
    if (names.size() == most || indexOf(job).isPresent()) {
      return this;
    }
    var more = new ArrayList<String>(names);
    more.add(typeOf(job));
    return new JobTypes(more, most);
  }
}
