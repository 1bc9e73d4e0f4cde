package dev.ductile.policies.lin;

import dev.ductile.policies.elastic.Climb;
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
    var waiting = new ArrayList<Wish>();
    List<Wish> wishes =
        switch (filling) {
          case SHORTEST -> shortest(table, waiting);
          case STEEPEST -> steepest(table, waiting);
        };
    var all = new ArrayList<>(wishes);
    all.addAll(waiting);
    return Shares.of(all);
  }

  private List<Wish> shortest(Table table, List<Wish> waiting) {
    var seats = new ArrayList<Seat>(table.contenders().size());
    for (Contender contender : table.contenders()) {
      if (table.budget().covers(contender, contender.size(0))) {
        var seat = new Seat(contender, table.now(), gamma);
        seat.aim(0, seat.seconds(0), 0);
        seat.take(table.budget());
        seats.add(seat);
      } else {
        waiting.add(late(contender));
      }
    }
    return new Filling(seats, table.budget()).fill().stream().map(Waterfilling::wish).toList();
  }

  private List<Wish> steepest(Table table, List<Wish> waiting) {
    var climb = new Climb(table);
    for (Contender contender : table.contenders()) {
      if (!climb.start(contender, steepest.route(new Seat(contender, table.now(), gamma)))) {
        waiting.add(late(contender));
      }
    }
    return climb.grow();
  }

  private static Wish late(Contender contender) {
    return Wish.none(
        contender,
        () -> "those who are protected, more urgent or came first leave too little for it");
  }

  private static Wish wish(Fill fill) {
    return new Wish(
        fill.seat().contender(),
        fill.seat().contender().size(fill.last()),
        () ->
            fill.last() > fill.first()
                ? fill.filled()
                : "the least it needs; with what is left it would not end before all others");
  }
}
