package dev.ductile.cli.service;

import dev.ductile.rest.KeyChange;
import dev.ductile.rest.Reloaded;
import java.util.ArrayList;
import java.util.List;

/** The keys of a server file that was read again. */
public final class ReloadAnswers {
  private ReloadAnswers() {}

  private record Row(String key, String state, String change) {}

  public static Answer of(Reloaded reloaded) {
    var rows = new ArrayList<Row>();
    reloaded.changed().forEach(one -> rows.add(row(one, "changed")));
    reloaded.needRestart().forEach(one -> rows.add(row(one, "needs a restart")));
    reloaded.unchanged().forEach(key -> rows.add(new Row(key, "unchanged", "")));
    var listing =
        new Listing<>(
            "keys",
            rows,
            List.of(
                Column.of("key", Row::key),
                Column.of("state", Row::state),
                Column.of("change", Row::change)),
            List.of(),
            Row::key);
    return Answer.of(
        reloaded,
        width -> listing.table(false, width),
        listing,
        reloaded.changed().stream().map(KeyChange::key).toList());
  }

  private static Row row(KeyChange change, String state) {
    return new Row(change.key(), state, change.change());
  }
}
