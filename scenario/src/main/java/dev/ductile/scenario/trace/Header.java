package dev.ductile.scenario.trace;

import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import dev.ductile.text.TextFile;
import java.util.List;
import java.util.Optional;

/** The names of a table's columns, in their order. */
record Header(Place place, List<String> names) {
  Header {
    names = names.stream().map(name -> name.replace(TextFile.BYTE_ORDER_MARK, "").strip()).toList();
  }

  int size() {
    return names.size();
  }

  Optional<Column> find(String name) {
    int index = names.indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(new Column(index, name));
  }

  Column need(String name) {
    return find(name)
        .orElseThrow(() ->
            new InputException(
                place,
                "the table has no column \"%s\"%s"
                    .formatted(name, Suggestion.phrase(name, names))));
  }
}
