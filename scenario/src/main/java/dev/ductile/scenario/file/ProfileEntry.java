package dev.ductile.scenario.file;

import dev.ductile.api.JobId;
import dev.ductile.scenario.job.ProfileChoice;
import java.util.Optional;

/**
 * The earlier job whose measured speed a new job starts with.
 *
 * @param from the id of that job; if it is absent, the newest job of the same owner, name and
 *     program that was measured
 * @param skip true starts without the speed of an earlier job; false if it is absent
 */
record ProfileEntry(Optional<String> from, Optional<Boolean> skip) {
  static final ProfileEntry NEWEST = new ProfileEntry(Optional.empty(), Optional.empty());

  ProfileEntry {
    if (from.isPresent() && from.get().isBlank()) {
      throw new IllegalArgumentException("from must be the id of an earlier job");
    }
    if (from.isPresent() && skip.orElse(false)) {
      throw new IllegalArgumentException(
          "from names job %s and skip is true; keep one of them".formatted(from.get()));
    }
  }

  /**
   * The choice of the user.
   *
   * @param hasSpeed whether the file has a speed, which counts in any case
   */
  ProfileChoice choice(boolean hasSpeed) {
    if (hasSpeed && from.isPresent()) {
      throw new IllegalArgumentException(
          "the job has the key speed, and profile names job %s as the source of its speed; keep one of them"
              .formatted(from.get()));
    }
    return hasSpeed || skip.orElse(false)
        ? new ProfileChoice.None()
        : from.<ProfileChoice>map(job -> new ProfileChoice.From(new JobId(job)))
            .orElseGet(ProfileChoice.Newest::new);
  }
}
