package dev.ductile.journal;

/** A batch that was refused because another server has taken over the journal. */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLostException(Lease lost, String holder) {
    super(
        "%s has taken over the journal in %s from %s; nothing more is written here, so stop this server"
            .formatted(holder, lost.database().name(), lost.owner()));
  }
}
