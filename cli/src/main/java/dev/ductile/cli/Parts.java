package dev.ductile.cli;

import dev.ductile.rest.ListPage;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of a server part by part. */
final class Parts {
  private static final int PART = 500;

  private Parts() {}

  /**
   * The first items of a list.
   *
   * @param next the key of the query for the next part
   */
  static <T> ListPage<T> read(
      Client client, ResourcePath path, String next, int limit, Class<T> type) {
    ResourcePath whole = path.with("limit", Math.min(limit, PART));
    ListPage<T> part = client.list(whole, type);
    var items = new ArrayList<>(part.items());
    while (part.next().isPresent() && items.size() < limit && !part.items().isEmpty()) {
      part = client.list(whole.with(next, part.next()), type);
      items.addAll(part.items());
    }
    List<T> first = items.subList(0, Math.min(limit, items.size()));
    return new ListPage<>(List.copyOf(first), part.next(), part.total());
  }
}
