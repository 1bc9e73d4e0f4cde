package dev.ductile.policies.lin;

import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division;
import dev.ductile.policies.elastic.Wish;
import java.util.ArrayList;
import java.util.List;

/** As many jobs at once as possible, and then what is left (Section V-B, Waterfill). */
record Waterfilling(Waterfill.Filling filling, double gamma, Steepest steepest)
    implements Division {
  Waterfilling(Waterfill.Filling filling, double gamma) {
    this(filling, gamma, new Steepest());
  }

  @Override
  public Shares divide(Table table) {
    var seats = new ArrayList<Seat>(table.contenders().size());
    var waiting = new ArrayList<Wish>();
    for (Contender contender : table.contenders()) {
      var seat = new Seat(contender, table.now(), gamma);
      if (table.budget().covers(contender, contender.size(0))) {
        seat.aim(0, seat.seconds(0));
        seat.take(table.budget());
        seats.add(seat);
      } else {
        waiting.add(Wish.none(contender, () -> "those who came first have the least they need"));
      }
    }
    List<Wish> wishes = new ArrayList<>(filled(seats, table));
    wishes.addAll(waiting);
    return Shares.of(wishes);
  }

  private List<Wish> filled(List<Seat> seats, Table table) {
    return switch (filling) {
      case SHORTEST ->
          new Filling(seats, table.budget()).fill().stream().map(Waterfilling::wish).toList();
      case STEEPEST -> steepest.fill(seats, table.budget());
    };
  }

  private static Wish wish(Fill fill) {
    return new Wish(
        fill.contender(),
        fill.contender().size(fill.last()),
        () ->
            fill.last() > fill.first()
                ? fill.filled()
                : "the least it needs; with what is left it would not end before all others");
  }
}
