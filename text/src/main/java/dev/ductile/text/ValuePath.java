package dev.ductile.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path from the root of a document to a value: {@code jobs[2].bounds.workers}. */
public final class ValuePath {
  public static final ValuePath ROOT = new ValuePath(null, "", -1);

  private final @Nullable ValuePath parent;
  private final String key;
  private final int index;

  private ValuePath(@Nullable ValuePath parent, String key, int index) {
    this.parent = parent;
    this.key = key;
    this.index = index;
  }

  public ValuePath key(String member) {
    return new ValuePath(this, member, -1);
  }

  public ValuePath index(int element) {
    return new ValuePath(this, "", element);
  }

  boolean isRoot() {
    return parent == null;
  }

  /** From the root on: a String for each key, an Integer for each index. */
  List<Object> steps() {
    var steps = new ArrayList<>();
    for (ValuePath at = this; at.parent != null; at = at.parent) {
      steps.add(at.index >= 0 ? (Object) at.index : at.key);
    }
    Collections.reverse(steps);
    return steps;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (Object step : steps()) {
      switch (step) {
        case Integer element -> text.append('[').append(element).append(']');
        default -> text.append(text.isEmpty() ? "" : ".").append(step);
      }
    }
    return text.toString();
  }
}
