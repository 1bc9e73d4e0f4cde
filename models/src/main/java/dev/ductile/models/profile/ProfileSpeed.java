package dev.ductile.models.profile;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.models.AsyncPsModel;
import dev.ductile.models.Batch;
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
 * A profile over a link, told by another form. That form is made for the batch that a worker has,
 * which depends on how many workers share a whole one.
 */
final class ProfileSpeed implements Speed, Itemised {
  /** More sizes than a policy asks about; further ones are made anew for each question. */
  private static final int MOST_KEPT = 4096;

  private final ProfileModel.Parameters parameters;
  private final Profile profile;
  private final Batch batch;
  private final Map<Double, Speed> byBatch = new ConcurrentHashMap<>();

  /** Refuses what its form would refuse, and not only when somebody asks. */
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
      // To the form, a sample is what a worker does at once: here that is a whole batch.
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

  private Speed made(Run run) {
    return switch (parameters.form()) {
      case RING -> new AllReduceModel.Ring().create(reducing(run));
      case DOUBLING_HALVING -> new AllReduceModel.DoublingHalving().create(reducing(run));
      case BINARY_BLOCKS -> new AllReduceModel.BinaryBlocks().create(reducing(run));
      case ASYNC_PS -> new AsyncPsModel().create(queueing(run));
      case LAYERED_PS -> new LayeredModel().create(layered(run));
    };
  }

  /**
   * Its "example" is the worker's whole batch, for which the profile knows the time. The equations
   * count sending and receiving one after the other; a link carries both at once.
   */
  private AllReduceModel.Parameters reducing(Run run) {
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

  /** The server is a device like the workers', so it applies a gradient as fast. */
  private AsyncPsModel.Parameters queueing(Run run) {
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

  private LayeredModel.Parameters layered(Run run) {
    var measured =
        new LayerProfile(
            run.layers().stream()
                .map(layer ->
                    new LayerProfile.Measured(
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
