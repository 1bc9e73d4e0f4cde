package dev.ductile.models.collective;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.models.BatchSize;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The speed of workers that compute and then reduce, without overlap (Capes et al., Eq. 2 to 4).
 */
record AllReduceSpeed(AllReduceAlgorithm algorithm, AllReduceModel.Parameters job, BatchSize batch)
    implements Speed, Itemised {

  AllReduceSpeed(AllReduceAlgorithm algorithm, AllReduceModel.Parameters job) {
    this(algorithm, job, job.batch());
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    int workers = where.workers();
    return workers == 0 ? 0 : 1 / (computation(workers) + communication(workers));
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    int workers = where.workers();
    if (workers > 0) {
      double seconds = computation(workers) + communication(workers);
      items.put("secondsPerStep", seconds);
      items.put("computationSeconds", computation(workers));
      items.put("communicationSeconds", communication(workers));
      items.put("examplesPerSecond", workers * batch.perWorker(workers) / seconds);
    }
    return items;
  }

  private double computation(int workers) {
    return batch.perWorker(workers) * (job.forward() + job.backward());
  }

  private double communication(int workers) {
    return algorithm.messages(workers) * job.latency()
        + algorithm.sends(workers) * job.bytes() * job.perByte()
        + algorithm.additions(workers) * job.bytes() * job.reducePerByte();
  }
}
