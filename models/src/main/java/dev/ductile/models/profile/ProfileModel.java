package dev.ductile.models.profile;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.BatchSize;
import dev.ductile.models.ParameterChecks;
import dev.ductile.models.layers.Overlap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The speed model {@code profile}: a network with a known profile, over a link. */
public final class ProfileModel implements SpeedProvider<ProfileModel.Parameters> {
  /**
   * The relative error of nine of ten predictions. It is a guess, because these networks were not
   * measured over a link.
   */
  public static final double ERROR = 0.3;

  @Override
  public String name() {
    return "profile";
  }

  @Override
  public String summary() {
    return "a named profile of a network on a device, over a link, by one of the other models";
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

  /** The speed model of the gradient exchange, by its name. */
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
   * The profile, the link, and the model of the exchange.
   *
   * @param name the name of the profile, such as resnet50@h200
   * @param link the bandwidth of each worker and server
   * @param as the speed model of the exchange; ring if it is absent
   * @param batch the examples per worker and step; this or globalBatch
   * @param globalBatch the examples in a step of all workers. If both are absent, it is the largest
   *     batch of the profile; for async-ps this is the batch of each worker
   * @param latency seconds per message of an all-reduce; 25 microseconds if it is absent
   * @param overlap the overlap of communication and computation, for layered-ps; wait-free if it is
   *     absent
   * @param servers the number of servers for an allocation without servers; 1 if it is absent
   * @param secondsPerExample seconds of computation per example, for a profile without times
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
      NetworkProfile profile = profile(name, secondsPerExample, batch, globalBatch);
      Form form = as.orElse(Form.RING);
      ParameterChecks.atLeastZero("latency", latency.orElse(0));
      batch.ifPresent(examples -> ParameterChecks.aboveZero("batch", examples));
      globalBatch.ifPresent(examples -> ParameterChecks.aboveZero("globalBatch", examples));
      if (batch.isPresent() && globalBatch.isPresent()) {
        throw new IllegalArgumentException(
            "batch is for each worker and globalBatch for all of them; give one of the two");
      }
      if (form == Form.ASYNC_PS && globalBatch.isPresent()) {
        throw new IllegalArgumentException(
            "globalBatch is for workers that wait for each other; async-ps needs batch");
      }
      if (form == Form.LAYERED_PS && !profile.hasLayers()) {
        throw new IllegalArgumentException(
            "profile %s has no layers, and layered-ps needs them".formatted(name));
      }
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
    }

    /** A profile over a link, with defaults. */
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
     * The same for a job with servers: with the model async-ps, unless a model or a global batch
     * was given; async-ps has no global batch.
     */
    public Parameters withServers() {
      boolean hasForm = as.isPresent() || globalBatch.isPresent();
      return hasForm ? this : with(Optional.of(Form.ASYNC_PS), batch, globalBatch);
    }

    /** The same with this many samples in a step, unless a batch was given. */
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

    NetworkProfile profile() {
      return profile(name, secondsPerExample, batch, globalBatch);
    }

    private static NetworkProfile profile(
        String name,
        OptionalDouble secondsPerExample,
        OptionalDouble batch,
        OptionalDouble globalBatch) {
      NetworkProfile known = NetworkProfiles.named(name);
      if (!known.hasNoTimes()) {
        if (secondsPerExample.isPresent()) {
          throw new IllegalArgumentException(
              "secondsPerExample is for profiles without times, and %s has times".formatted(name));
        }
        return known;
      }
      if (secondsPerExample.isEmpty() || (batch.isEmpty() && globalBatch.isEmpty())) {
        throw new IllegalArgumentException(
            "profile %s has no times; set secondsPerExample, and batch or globalBatch"
                .formatted(name));
      }
      ParameterChecks.aboveZero("secondsPerExample", secondsPerExample.getAsDouble());
      return known.timed(
          batch.orElseGet(globalBatch::getAsDouble), secondsPerExample.getAsDouble());
    }

    Form form() {
      return as.orElse(Form.RING);
    }

    double messageSeconds() {
      return latency.orElse(LATENCY);
    }

    /** The examples per worker and step. */
    BatchSize each() {
      double reference = profile().referenceBatch();
      if (batch.isPresent() || form() == Form.ASYNC_PS) {
        return new BatchSize.Each(batch.orElse(reference));
      }
      return new BatchSize.Shared(globalBatch.orElse(reference));
    }
  }
}
