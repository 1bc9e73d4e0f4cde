package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

/** A scheduler with commands of a test. */
class CommandRig extends SchedulerRig {
  static final JobId A = new JobId("a");
  static final NodeId OTHER = new NodeId("node-1");

  final Scheduler scheduler = scheduler(this::asAskedWhereThereIsRoom);

  void withNodes(int count) {
    for (int i = 0; i < count; i++) {
      engine.report(new Event.NodeUp(START, new Node(new NodeId("node-" + i), Resources.gpus(4))));
    }
  }

  static Command submit(String name) {
    return new Command.Submit(spec(name), SpeedSpec.UNKNOWN, Duration.ZERO);
  }

  CommandAnswer obey(Command command) {
    CompletableFuture<CommandAnswer> answer = inbox.send(command);
    scheduler.round();
    return answer.join();
  }

  void assertRefused(Command command, String why) {
    assertThat(obey(command)).isEqualTo(new CommandAnswer.Refused(why));
  }

  /** Gives each job its requested size on the first node with room; running jobs stay. */
  Plan asAskedWhereThereIsRoom(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    cluster.running().forEach(job -> grants.add(new Grant(job, job.allocation())));
    var left = cluster.left();
    for (Job job : cluster.waiting()) {
      for (Node node : cluster.nodes().list()) {
        Allocation where = Allocation.on(node.id(), job.spec().asked());
        int at = cluster.nodes().indexOf(node.id()).orElseThrow();
        if (left.fits(at, job.spec().demand(), job.spec().asked())) {
          left.take(where, job.spec().demand());
          grants.add(new Grant(job, where));
          break;
        }
      }
    }
    return Plan.of(grants, SchedulerRig::because);
  }
}
