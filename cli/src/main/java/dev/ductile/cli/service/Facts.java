package dev.ductile.cli.service;

import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import java.util.ArrayList;
import java.util.List;

/** Lines with a label each, for one thing with many sides. An empty value has no line. */
final class Facts {
  private static final int LABEL_WIDTH = 12;
  private static final String INDENT = "  ";

  private final List<Fact> facts = new ArrayList<>();

  private record Fact(String label, String value) {}

  Facts add(String label, String value) {
    if (!value.isBlank()) {
      facts.add(new Fact(label, value));
    }
    return this;
  }

  /** The lines; a long value goes on below its beginning. */
  String text(int width) {
    var text = new StringBuilder();
    int start = INDENT.length() + LABEL_WIDTH;
    int most = width == TextTable.UNLIMITED ? width : Math.max(start + 10, width);
    for (Fact fact : facts) {
      String block = Wrapped.text(fact.value().strip(), " ".repeat(start), most);
      String label = INDENT + String.format("%-" + LABEL_WIDTH + "s", fact.label());
      text.append(label).append(block.substring(start));
    }
    return text.toString();
  }
}
