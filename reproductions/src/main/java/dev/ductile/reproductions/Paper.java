package dev.ductile.reproductions;

/**
 * A publication.
 *
 * @param authors the authors, such as Lin et al.
 * @param venue the conference or journal
 * @param year the year of publication
 */
public record Paper(String authors, String venue, int year) {
  /** {@code Lin et al., MASCOTS 2018}. */
  @Override
  public String toString() {
    return "%s, %s %d".formatted(authors, venue, year);
  }
}
