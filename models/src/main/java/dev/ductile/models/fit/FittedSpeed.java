package dev.ductile.models.fit;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import java.util.SortedMap;
import java.util.TreeMap;

/** The speed of a job, fitted to measurements of the same job. */
public final class FittedSpeed implements Speed, Itemised {
  private final Fit fit;
  private final double batch;
  private final int servers;

  FittedSpeed(Fit fit, double batch, int servers) {
    this.fit = fit;
    this.batch = batch;
    this.servers = servers;
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : fit.stepsPerSecond(setup(where));
  }

  @Override
  public Estimate estimate(Allocation where) {
    return where.workers() == 0 ? Estimate.exactly(0) : fit.estimate(setup(where));
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    items.put("form", fit.form());
    double speed = stepsPerSecond(where);
    if (speed > 0) {
      items.put("secondsPerStep", 1 / speed);
    }
    return items;
  }

  /** The setup to predict; without servers if the job was measured without servers. */
  private Setup setup(Allocation where) {
    int placed = servers == 0 ? 0 : where.servers();
    return Setup.near(where.workers(), placed == 0 ? servers : placed, batch);
  }
}
