package dev.ductile.models.profile;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.Amounts;
import dev.ductile.models.Batch;
import dev.ductile.models.layers.Overlap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Offers the speed of a network whose profile is known, over a link, as {@code model: profile}. */
public final class ProfileModel implements SpeedProvider<ProfileModel.Parameters> {
  /**
   * How far a prediction may be off nine times out of ten: a guess, for nobody has measured these
   * networks over a link.
   */
  public static final double ERROR = 0.3;

  @Override
  public String name() {
    return "profile";
  }

  @Override
  public String summary() {
    return "a named profile of a network on a device, over a link, in one of the other forms";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new ProfileSpeed(parameters);
  }

  @Override
  public List<Size> sizes(Parameters parameters) {
    return SpeedProvider.doublings(
        parameters.form().hasServers() ? parameters.servers().orElse(1) : 0);
  }

  /** How the workers exchange gradients, under the names of the models that know it. */
  public enum Form {
    RING,
    DOUBLING_HALVING,
    BINARY_BLOCKS,
    ASYNC_PS,
    LAYERED_PS;

    boolean hasServers() {
      return this == ASYNC_PS || this == LAYERED_PS;
    }
  }

  /**
   * What trains, and over what.
   *
   * @param name of the profile, such as resnet50@h200
   * @param link of each worker and server
   * @param as the form; ring where it is absent
   * @param batch examples for each worker and step; this or globalBatch
   * @param globalBatch examples of a step of all workers; where both are absent, the largest batch
   *     of the profile: of all workers, or of each for async-ps
   * @param latency seconds for each message of an all-reduce; 25 microseconds where it is absent
   * @param overlap of a layer's communication, for layered-ps; wait-free where it is absent
   * @param servers how many to think of where an allocation has none; 1 where it is absent
   * @param secondsPerExample that a worker computes, for a shape: a profile without times
   */
  public record Parameters(
      String name,
      Bandwidth link,
      Optional<Form> as,
      OptionalDouble batch,
      OptionalDouble globalBatch,
      OptionalDouble latency,
      Optional<Overlap> overlap,
      OptionalInt servers,
      OptionalDouble secondsPerExample) {
    private static final double LATENCY = 25e-6;

    public Parameters {
      Profile profile = profile(name, secondsPerExample, batch, globalBatch);
      Form form = as.orElse(Form.RING);
      Amounts.atLeastZero("latency", latency.orElse(0));
      batch.ifPresent(examples -> Amounts.aboveZero("batch", examples));
      globalBatch.ifPresent(examples -> Amounts.aboveZero("globalBatch", examples));
      if (batch.isPresent() && globalBatch.isPresent()) {
        throw new IllegalArgumentException(
            "batch is for each worker and globalBatch for all of them; give one of the two");
      }
      if (form == Form.ASYNC_PS && globalBatch.isPresent()) {
        throw new IllegalArgumentException(
            "globalBatch is that of workers who wait for each other; async-ps wants batch");
      }
      if (form == Form.LAYERED_PS && !profile.hasLayers()) {
        throw new IllegalArgumentException(
            "name %s is of a profile without layers, and layered-ps needs them".formatted(name));
      }
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
    }

    /** A profile over a link, and nothing else said. */
    public static Parameters of(String name, Bandwidth link) {
      return new Parameters(
          name,
          link,
          Optional.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalDouble.empty());
    }

    /**
     * The same for a job with servers: in the form async-ps, unless another one was given or a
     * global batch, which async-ps does not have.
     */
    public Parameters withServers() {
      boolean hasForm = as.isPresent() || globalBatch.isPresent();
      return hasForm ? this : with(Optional.of(Form.ASYNC_PS), batch, globalBatch);
    }

    /** The same for a job with so many samples in a step, unless the batch was given. */
    public Parameters withSamples(double samples) {
      if (batch.isPresent() || globalBatch.isPresent()) {
        return this;
      }
      OptionalDouble given = OptionalDouble.of(samples);
      return form() == Form.ASYNC_PS ? with(as, given, globalBatch) : with(as, batch, given);
    }

    private Parameters with(
        Optional<Form> form, OptionalDouble batchEach, OptionalDouble batchOfAll) {
      return new Parameters(
          name, link, form, batchEach, batchOfAll, latency, overlap, servers, secondsPerExample);
    }

    Profile profile() {
      return profile(name, secondsPerExample, batch, globalBatch);
    }

    private static Profile profile(
        String name,
        OptionalDouble secondsPerExample,
        OptionalDouble batch,
        OptionalDouble globalBatch) {
      Profile known = Profiles.named(name);
      if (!known.isShape()) {
        if (secondsPerExample.isPresent()) {
          throw new IllegalArgumentException(
              "secondsPerExample is for shapes, and %s has times of its own".formatted(name));
        }
        return known;
      }
      if (secondsPerExample.isEmpty() || (batch.isEmpty() && globalBatch.isEmpty())) {
        throw new IllegalArgumentException(
            "name %s is a shape without times; say secondsPerExample, and batch or globalBatch"
                .formatted(name));
      }
      Amounts.aboveZero("secondsPerExample", secondsPerExample.getAsDouble());
      return known.timed(
          batch.orElseGet(globalBatch::getAsDouble), secondsPerExample.getAsDouble());
    }

    Form form() {
      return as.orElse(Form.RING);
    }

    double messageSeconds() {
      return latency.orElse(LATENCY);
    }

    /** How many examples a worker sees in a step. */
    Batch each() {
      double reference = profile().referenceBatch();
      if (batch.isPresent() || form() == Form.ASYNC_PS) {
        return new Batch.Each(batch.orElse(reference));
      }
      return new Batch.Shared(globalBatch.orElse(reference));
    }
  }
}
