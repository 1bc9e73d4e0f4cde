package dev.ductile.reproductions;

/** A publication, as people cite it. */
public record Paper(String authors, String venue, int year) {
  /** {@code Lin et al., MASCOTS 2018}. */
  @Override
  public String toString() {
    return "%s, %s %d".formatted(authors, venue, year);
  }
}
