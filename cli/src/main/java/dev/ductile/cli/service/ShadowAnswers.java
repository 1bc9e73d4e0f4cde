package dev.ductile.cli.service;

import dev.ductile.rest.ListPage;
import dev.ductile.rest.ShadowDifference;
import dev.ductile.rest.ShadowView;
import java.util.List;

/** The policies in shadow, compared with the acting one. */
public final class ShadowAnswers {
  private static final int SHOWN = 10;

  private ShadowAnswers() {}

  public static Answer of(ListPage<ShadowView> shadows, Times times) {
    Listing<ShadowView> listing = listing(shadows.items());
    Answer plain = listing.answer();
    return new Answer(
        plain.tree(),
        width -> text(listing, times, width),
        width -> text(listing, times, width),
        plain.csv(),
        plain.names());
  }

  private static Listing<ShadowView> listing(List<ShadowView> shadows) {
    return new Listing<>(
        "shadows",
        shadows,
        List.of(
            Column.of("shadow", ShadowView::shadow),
            Column.of("acting", ShadowView::acting),
            Column.of("decisions", one -> Long.toString(one.decisions())),
            Column.of("equal", one -> share(one.equal(), one.decisions())),
            Column.of("equal jobs", one -> share(one.equalJobs(), one.jobs())),
            Column.of("skipped", one -> Long.toString(one.skipped())),
            Column.of("failures", one -> Long.toString(one.failures()))),
        List.of("skipped", "failures"),
        ShadowView::shadow);
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "" : Words.percent((double) part / whole);
  }

  private static String text(Listing<ShadowView> listing, Times times, int width) {
    if (listing.items().isEmpty()) {
      return "No policy decides in shadow. The key shadow of the server file names them.\n";
    }
    var text = new StringBuilder(listing.table(false, width));
    for (ShadowView shadow : listing.items()) {
      text.append('\n').append(shadow.sentence()).append('\n');
      if (!shadow.measures().isEmpty()) {
        text.append(
            PolicyAnswers.measures(shadow.measures(), shadow.acting(), shadow.shadow())
                .table(false, width));
      }
      if (!shadow.differences().isEmpty()) {
        text.append('\n').append(differences(shadow, times).table(false, width));
      }
    }
    return text.toString();
  }

  private static Listing<ShadowDifference> differences(ShadowView shadow, Times times) {
    return new Listing<>(
        "differences",
        shadow.differences().stream().limit(SHOWN).toList(),
        List.of(
            Column.of("time", one -> times.clock(one.at())),
            Column.of("job", ShadowDifference::job),
            Column.of(shadow.acting(), one -> Words.size(one.acting())),
            Column.of(shadow.shadow(), one -> Words.size(one.shadow())),
            Column.of("why", ShadowDifference::why)),
        List.of("why"),
        ShadowDifference::job);
  }
}
