package dev.ductile.policies.lin;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** Chunks of equal size with a queue each, a baseline of Lin et al. (Section V-B). */
public final class JsqChunk implements PolicyProvider<JsqChunk.Settings> {
  private static final Notebook<Chunks.ChunkNote> NOTEBOOK =
      new Notebook<>("jsq-chunk", Chunks.ChunkNote.class);

  /**
   * The size of chunks.
   *
   * @param chunk devices in each chunk (at least 1)
   */
  public record Settings(int chunk) {
    public Settings {
      if (chunk < 1) {
        throw new IllegalArgumentException("jsq-chunk needs a chunk of at least 1, not " + chunk);
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Berg et al., POMACS 2017",
        "the cluster in equal chunks; a new job joins the shortest queue");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(14);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Chunks(settings.chunk(), NOTEBOOK), SizeSteps.WORKERS, context.placement());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
