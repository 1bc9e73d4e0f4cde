package dev.ductile.scenario.file;

import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Several jobs that differ in their environment: a number of them, the range of their indexes such
 * as 1-8, or one group of variables for each.
 */
record ArrayEntry(List<Element> elements) {
  /** The largest number of jobs in an array. */
  static final int MOST = 1_000;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

  /**
   * One job of an array.
   *
   * @param index its number in the array
   * @param variables its own environment variables
   */
  record Element(int index, Map<String, String> variables) {
    /** The variables of its tasks: its own, and its place in the array. */
    Map<String, String> environment(int size) {
      var all = new TreeMap<>(variables);
      all.put("DUCTILE_ARRAY_INDEX", Integer.toString(index));
      all.put("DUCTILE_ARRAY_SIZE", Integer.toString(size));
      all.put("SLURM_ARRAY_TASK_ID", Integer.toString(index));
      return all;
    }
  }

  ArrayEntry {
    elements = List.copyOf(elements);
  }

  static ArrayEntry of(Written written) {
    var elements = new ArrayList<Element>();
    if (written.node().isArray()) {
      written.elements().forEach(each -> elements.add(new Element(elements.size(), map(each))));
    } else if (written.node().isTextual()) {
      indexes(written).forEach(index -> elements.add(new Element(index, Map.of())));
    } else {
      int count = Scalars.whole(written, 1, MOST);
      for (int index = 0; index < count; index++) {
        elements.add(new Element(index, Map.of()));
      }
    }
    if (elements.isEmpty() || elements.size() > MOST) {
      throw written.wrong("must have from 1 to %d jobs, not %d".formatted(MOST, elements.size()));
    }
    return new ArrayEntry(elements);
  }

  private static Map<String, String> map(Written written) {
    var variables = new TreeMap<String, String>();
    written
        .members()
        .forEach((name, value) -> {
          if (!value.node().isValueNode() || value.node().isNull()) {
            throw value.wrong("must be the value of a variable, not " + value.quoted());
          }
          variables.put(name, value.node().asText());
        });
    return variables;
  }

  /** The indexes in a text such as {@code 1-4,8}. */
  private static List<Integer> indexes(Written written) {
    var indexes = new ArrayList<Integer>();
    for (String part : written.node().textValue().split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (!range.matches()) {
        throw written.wrong(
            "must be a number of jobs, indexes such as 0-7, or a list of variables, not "
                + written.quoted());
      }
      int first = Integer.parseInt(range.group(1));
      int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
      for (int index = first; index <= last && indexes.size() <= MOST; index++) {
        indexes.add(index);
      }
    }
    if (indexes.stream().distinct().count() < indexes.size()) {
      throw written.wrong("has an index twice: " + written.quoted());
    }
    return indexes;
  }
}
