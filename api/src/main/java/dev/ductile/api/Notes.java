package dev.ductile.api;

import java.util.HashMap;
import java.util.Map;

/**
 * The notes on one job: the latest of each policy. They are dropped when the job ends.
 *
 * @param byPolicy each note by the name of the policy that wrote it
 */
public record Notes(Map<String, Note> byPolicy) {
  public static final Notes NONE = new Notes(Map.of());

  public Notes {
    byPolicy = Map.copyOf(byPolicy);
  }

  /** These notes with a new note of this policy; the same object if it is equal to the old one. */
  public Notes with(String policy, Note note) {
    if (note.equals(byPolicy.get(policy))) {
      return this;
    }
    var newer = new HashMap<>(byPolicy);
    newer.put(policy, note);
    return new Notes(newer);
  }
}
