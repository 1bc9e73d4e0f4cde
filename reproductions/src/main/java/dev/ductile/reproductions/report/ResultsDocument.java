package dev.ductile.reproductions.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Point;
import dev.ductile.simulator.Interval;
import java.util.List;

/** Reproductions for programs. */
public final class ResultsDocument {
  private ResultsDocument() {}

  public static ObjectNode of(List<Reproduced> all) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("reproductions");
    all.forEach(one -> list.add(of(one)));
    return tree;
  }

  private static ObjectNode of(Reproduced one) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("name", one.reproduction().name());
    if (one.reproduction().quick()) {
      tree.put("quick", true);
    }
    tree.put("title", one.reproduction().title());
    tree.put("paper", one.reproduction().paper().toString());
    tree.put("figure", one.reproduction().figure());
    tree.put("x", one.reproduction().x().title());
    tree.put("y", one.reproduction().y().title());
    ArrayNode lines = tree.putArray("lines");
    Grid grid = one.grid();
    for (int i = 0; i < grid.lines().size(); i++) {
      ObjectNode line = lines.addObject().put("line", grid.lines().get(i));
      ArrayNode points = line.putArray("points");
      for (int j = 0; j < grid.points().size(); j++) {
        points.add(point(one, grid, i, j));
      }
    }
    ArrayNode claims = tree.putArray("claims");
    one.claims().forEach(claim -> claims.add(claim(claim)));
    return tree;
  }

  private static ObjectNode point(Reproduced one, Grid grid, int line, int column) {
    Point point = grid.points().get(column);
    Interval interval = grid.cell(line, column).interval();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("x", point.name());
    put(tree, "ours", interval.mean());
    put(tree, "low", interval.low());
    put(tree, "high", interval.high());
    tree.put("seeds", interval.samples());
    one.reproduction()
        .theirs()
        .of(grid.lines().get(line), point)
        .ifPresent(value -> tree.put("theirs", value));
    return tree;
  }

  private static void put(ObjectNode tree, String name, double value) {
    if (Double.isFinite(value)) {
      tree.put(name, value);
    }
  }

  private static ObjectNode claim(CheckedClaim judged) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("claim", judged.claim().claim());
    tree.put("verdict", judged.verdict().words());
    ArrayNode findings = tree.putArray("findings");
    judged
        .findings()
        .forEach(finding ->
            findings.addObject().put("holds", finding.holds()).put("measured", finding.measured()));
    judged.claim().reading().ifPresent(reading -> tree.put("reading", reading));
    judged.claim().because().ifPresent(because -> tree.put("because", because));
    return tree;
  }
}
