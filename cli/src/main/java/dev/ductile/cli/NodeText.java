package dev.ductile.cli;

import dev.ductile.rest.AddedNodes;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import dev.ductile.text.Written;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nodes in a few words: {@code 2x{gpu:8,cpu:64}}. */
final class NodeText {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,4})x(\\{.*\\})");

  private NodeText() {}

  static AddedNodes of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw wrong(text);
    }
    // YAML needs a blank behind a colon
    String keys = form.group(2).replaceAll(":(?=[^ ])", ": ");
    var resources = new LinkedHashMap<String, Double>();
    Map<String, Written> members =
        Document.words("--add-nodes", keys).root().requireObject().members();
    members.forEach((name, amount) ->
        resources.put(
            name, Quantity.amount(amount.node().asText()).orElseThrow(() -> wrong(text))));
    if (resources.isEmpty()) {
      throw wrong(text);
    }
    return new AddedNodes(Integer.parseInt(form.group(1)), resources, Map.of());
  }

  private static InputException wrong(String text) {
    return new InputException(
        "--add-nodes takes a number and the resources of each node, such as 2x{gpu:8,memory:64GiB}, not \"%s\""
            .formatted(text));
  }
}
