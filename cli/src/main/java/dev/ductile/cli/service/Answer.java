package dev.ductile.cli.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.OutputDocument;
import dev.ductile.rest.Json;
import java.util.List;
import java.util.function.IntFunction;

/**
 * An answer in every form.
 *
 * @param tree the document for programs
 * @param table the text for people, in a terminal of a width
 * @param wide the same with more columns
 * @param names the names of its items
 */
public record Answer(
    ObjectNode tree,
    IntFunction<String> table,
    IntFunction<String> wide,
    String csv,
    List<String> names) {
  public Answer {
    names = List.copyOf(names);
  }

  /** A document that people read as text. */
  public static Answer of(
      Object document, IntFunction<String> text, Listing<?> row, List<String> names) {
    return new Answer(tree(document), text, text, row.csv(), names);
  }

  /** The tree of a document of the interface. */
  static ObjectNode tree(Object document) {
    return Json.MAPPER.valueToTree(document);
  }

  /** The answer in one form. */
  public String in(Form form, int width) {
    return switch (form) {
      case table -> table.apply(width);
      case wide -> wide.apply(width);
      case json -> new OutputDocument(tree).json();
      case yaml -> new OutputDocument(tree).yaml();
      case csv -> csv;
      case name -> names.isEmpty() ? "" : String.join("\n", names) + "\n";
    };
  }
}
