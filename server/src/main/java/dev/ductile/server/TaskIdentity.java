package dev.ductile.server;

import dev.ductile.engines.local.RunAs;
import dev.ductile.engines.local.SystemUsers;
import dev.ductile.engines.supervision.TaskUsers;
import dev.ductile.scenario.JobUsers;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The users as whom the tasks of a server run.
 *
 * @param users chooses the user of each owner
 * @param areOthers whether they are other users than that of the server
 */
record TaskIdentity(TaskUsers users, boolean areOthers) {
  /** Variables of the server that are no secret of it. */
  private static final Pattern SHARED = Pattern.compile("PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ");

  /**
   * The users of a server file.
   *
   * @throws IOException with a sentence for operators if the server cannot run tasks as other users
   */
  static TaskIdentity of(Optional<JobUsers> settings, ServiceFolder folder) throws IOException {
    if (settings.isEmpty()) {
      return new TaskIdentity(TaskUsers.ENGINE, false);
    }
    JobUsers named = settings.get();
    folder.admitUsers();
    var runAs = new RunAs(named.leastUid(), named.users());
    return new TaskIdentity(SystemUsers.open(runAs, folder.jobs()), true);
  }

  /** The variables that tasks get from the server. */
  Map<String, String> environment(Map<String, String> ofServer) {
    if (!areOthers) {
      return ofServer;
    }
    var shared = new TreeMap<>(ofServer);
    shared.keySet().removeIf(name -> !SHARED.matcher(name).matches());
    return shared;
  }
}
