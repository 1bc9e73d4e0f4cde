package dev.ductile.rest;

import java.util.List;

/**
 * The result of reading the server file again.
 *
 * @param changed the keys with another value, which applies from now on
 * @param unchanged the keys with the value of before
 * @param needRestart the keys whose new value applies after a restart
 * @param notes what decides in place of the file, because it was set over the interface
 */
public record Reloaded(
    List<KeyChange> changed,
    List<String> unchanged,
    List<KeyChange> needRestart,
    List<String> notes) {
  public Reloaded {
    changed = List.copyOf(changed);
    unchanged = List.copyOf(unchanged);
    needRestart = List.copyOf(needRestart);
    notes = List.copyOf(notes);
  }
}
