package dev.ductile.cli.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.reports.TextTable;
import dev.ductile.rest.Json;
import java.util.List;
import java.util.function.Function;

/**
 * A list of documents as a table.
 *
 * @param key of the list in JSON
 * @param details the columns that a narrow table leaves out, the least important first
 */
public record Listing<T>(
    String key,
    List<T> items,
    List<Column<T>> columns,
    List<String> details,
    Function<T, String> name) {
  public Listing {
    items = List.copyOf(items);
    columns = List.copyOf(columns);
    details = List.copyOf(details);
  }

  public Answer answer() {
    return new Answer(
        tree(),
        width -> items.isEmpty() ? "" : table(false, width),
        _ -> items.isEmpty() ? "" : table(true, TextTable.UNLIMITED),
        csv(),
        items.stream().map(name).toList());
  }

  private ObjectNode tree() {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    ArrayNode list = tree.putArray(key);
    items.forEach(item -> list.add(Answer.tree(item)));
    return tree;
  }

  /** The table for people. */
  public String table(boolean isWide, int width) {
    List<Column<T>> shown = columns.stream().filter(one -> isWide || !one.isWide()).toList();
    return response(shown, Column::shown, isWide ? List.of() : details)
        .in(Response.Form.table, width);
  }

  /** All columns with their plain values. */
  public String csv() {
    return response(columns, Column::plain, List.of()).in(Response.Form.csv);
  }

  private Response response(
      List<Column<T>> chosen, Function<Column<T>, Function<T, String>> cell, List<String> leftOut) {
    List<List<String>> rows =
        items.stream()
            .map(item -> chosen.stream().map(one -> cell.apply(one).apply(item)).toList())
            .toList();
    List<String> titles = chosen.stream().map(Column::title).toList();
    return new Response(Json.MAPPER.createObjectNode(), titles, rows, leftOut);
  }
}
