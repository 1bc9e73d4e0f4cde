package dev.ductile.scenario.file;

import dev.ductile.scenario.JobUsers;
import dev.ductile.text.NumberBounds;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs the tasks of a job as the user of the operating system who submitted it.
 *
 * @param leastUid the lowest number that a user may have; 1000 if it is absent
 * @param users the users of owners with another name; the owner's own name if it is absent
 */
record RunAsEntry(
    @NumberBounds(least = 1) OptionalLong leastUid, Optional<Map<String, String>> users) {
  JobUsers jobUsers() {
    return new JobUsers(leastUid.orElse(JobUsers.USUAL_LEAST), users.orElse(Map.of()));
  }
}
