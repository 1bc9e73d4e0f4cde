package dev.ductile.models.profile;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.models.AsyncPsModel;
import dev.ductile.models.BatchSize;
import dev.ductile.models.collective.AllReduceModel;
import dev.ductile.models.layers.LayerProfile;
import dev.ductile.models.layers.LayeredModel;
import dev.ductile.models.layers.Overlap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The speed of a profile over a link, computed by another speed model. That model is created for
 * the batch per worker, which depends on the number of workers if they divide a global batch.
 */
final class ProfileSpeed implements Speed, Itemised {
  /** The most cached sizes, more than a policy asks for; further ones are computed at each call. */
  private static final int MOST_KEPT = 4096;

  private final ProfileModel.Parameters parameters;
  private final NetworkProfile profile;
  private final BatchSize batch;
  private final Map<Double, Speed> byBatch = new ConcurrentHashMap<>();

  /**
   * Creates the models of one worker and of very many now, so that bad parameters are refused at
   * once.
   */
  ProfileSpeed(ProfileModel.Parameters parameters) {
    this.parameters = parameters;
    this.profile = parameters.profile();
    this.batch = parameters.each();
    form(1);
    form(Integer.MAX_VALUE);
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : form(where.workers()).stepsPerSecond(where);
  }

  @Override
  public Estimate estimate(Allocation where) {
    return Estimate.within(ProfileModel.ERROR, stepsPerSecond(where));
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    if (where.workers() == 0) {
      return items;
    }
    Speed form = form(where.workers());
    if (form instanceof Itemised itemised) {
      items.putAll(itemised.items(where));
      // A sample of that model is a whole batch here, so this item would mislead.
      items.remove("secondsPerSample");
    }
    double examples = batch.perWorker(where.workers());
    int workersPerStep = parameters.form() == ProfileModel.Form.ASYNC_PS ? 1 : where.workers();
    items.put("batch", examples);
    items.put("examplesPerSecond", form.stepsPerSecond(where) * workersPerStep * examples);
    items.put(
        "isMeasured", parameters.secondsPerExample().isEmpty() && profile.isMeasured(examples));
    return items;
  }

  private Speed form(int workers) {
    double examples = batch.perWorker(workers);
    Speed known = byBatch.get(examples);
    if (known != null) {
      return known;
    }
    Speed made = made(profile.run(examples));
    if (byBatch.size() < MOST_KEPT) {
      byBatch.put(examples, made);
    }
    return made;
  }

  private Speed made(BatchProfile run) {
    return switch (parameters.form()) {
      case RING -> new AllReduceModel.Ring().create(reducing(run));
      case DOUBLING_HALVING -> new AllReduceModel.DoublingHalving().create(reducing(run));
      case BINARY_BLOCKS -> new AllReduceModel.BinaryBlocks().create(reducing(run));
      case ASYNC_PS -> new AsyncPsModel().create(queueing(run));
      case LAYERED_PS -> new LayeredModel().create(layered(run));
    };
  }

  /**
   * An "example" of that model is the worker's whole batch, whose time the profile has. The
   * equations count sending and receiving one after the other; a link carries both at the same
   * time.
   */
  private AllReduceModel.Parameters reducing(BatchProfile run) {
    return new AllReduceModel.Parameters(
        OptionalDouble.of(1),
        OptionalDouble.empty(),
        run.propagationSeconds(),
        run.updateSeconds(),
        profile.bytes(),
        parameters.messageSeconds(),
        parameters.link().seconds(1) / 2,
        0);
  }

  /** The server has the same device as a worker, so its update takes as long. */
  private AsyncPsModel.Parameters queueing(BatchProfile run) {
    double transfer = parameters.link().seconds(profile.bytes());
    return new AsyncPsModel.Parameters(
        Optional.empty(),
        OptionalDouble.empty(),
        parameters.servers(),
        Optional.empty(),
        OptionalDouble.of(transfer),
        OptionalDouble.of(run.propagationSeconds()),
        OptionalDouble.of(transfer),
        OptionalDouble.of(run.updateSeconds()),
        Optional.empty());
  }

  private LayeredModel.Parameters layered(BatchProfile run) {
    var measured =
        new LayerProfile(
            run.layers().stream()
                .map(layer ->
                    new LayerProfile.MeasuredLayer(
                        layer.parameters(), layer.forwardSeconds(), layer.backwardSeconds()))
                .toList());
    return new LayeredModel.Parameters(
        Optional.of(parameters.overlap().orElse(Overlap.WAIT_FREE)),
        Optional.of(measured.over(parameters.link(), 1, 1).inOrder()),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        parameters.servers());
  }
}
