package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.scenario.Catalog;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The outcomes of a run, computed again from its journal. */
public final class RecordedRun {
  private RecordedRun() {}

  /** The outcomes of all jobs; a job that was not over at the last event is unfinished. */
  public static List<Outcome> outcomes(Path journal, Catalog catalog) throws IOException {
    if (!Files.isRegularFile(journal)) {
      throw new InputException("%s does not exist; name the folder of one run".formatted(journal));
    }
    var events = new ArrayList<Event>();
    FileJournal.open(journal, new EventCodec(catalog), events::add).close();
    if (events.isEmpty()) {
      return List.of();
    }
    return replay(events, catalog);
  }

  private static List<Outcome> replay(List<Event> events, Catalog catalog) {
    Instant start = events.getFirst().at();
    var recorder = new Recorder(start, nodes(events), catalog, false);
    for (Event event : events) {
      recorder.happened(event);
    }
    Instant end = events.getLast().at();
    var counts = new Recorder.RunCounts(recorder.lostSeconds(), 0, 0);
    return recorder.run("", 0, 1, end, Run.End.HORIZON, counts).outcomes();
  }

  private static Nodes nodes(List<Event> events) {
    Map<NodeId, Node> nodes = new LinkedHashMap<>();
    for (Event event : events) {
      if (event instanceof Event.NodeUp up) {
        nodes.put(up.node().id(), up.node());
      }
    }
    return Nodes.of(List.copyOf(nodes.values()));
  }
}
