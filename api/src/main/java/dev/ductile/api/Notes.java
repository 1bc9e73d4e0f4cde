package dev.ductile.api;

import java.util.HashMap;
import java.util.Map;

/**
 * The notes on one job: the latest of each policy that has written one. They end with the job.
 *
 * @param byPolicy by the name of the policy that wrote it
 */
public record Notes(Map<String, Note> byPolicy) {
  public static final Notes NONE = new Notes(Map.of());

  public Notes {
    byPolicy = Map.copyOf(byPolicy);
  }

  /** These notes with a newer one of this policy; the same object where that one is not new. */
  public Notes with(String policy, Note note) {
    if (note.equals(byPolicy.get(policy))) {
      return this;
    }
    var newer = new HashMap<>(byPolicy);
    newer.put(policy, note);
    return new Notes(newer);
  }
}
