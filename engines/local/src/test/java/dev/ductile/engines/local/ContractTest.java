package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every variable that docs/reference/process-contract.md promises, as real processes find it. */
class ContractTest {
  private static final NodeId FIRST = EngineUnderTest.FIRST;
  private static final NodeId SECOND = EngineUnderTest.SECOND;
  private static final Size NO_SERVERS = Size.workers(1);

  /** Says its environment, one variable a line, and waits until it is stopped. */
  private static final String SAY = "echo '{\"step\": 1}'; env; echo end; exec sleep 60";

  @TempDir Path root;

  @Test
  void everyTaskOfAJobWithServersHasItsVariables() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.withServers(EngineUnderTest.shell("team/job:7", SAY));
      var where = Allocation.of(Map.of(FIRST, new Size(2, 1), SECOND, new Size(1, 1)));
      fixture.apply(job, where);
      fixture.await(Event.Running.class);
      var zero = said(fixture, job, 1, "worker", 0);
      var one = said(fixture, job, 1, "worker", 1);
      var two = said(fixture, job, 1, "worker", 2);
      var server = said(fixture, job, 1, "server", 1);

      assertPorts(zero, List.of(zero, one, two, said(fixture, job, 1, "server", 0), server));
      assertThat(zero)
          .containsAllEntriesOf(torch("0", "3", "0", "2", "0"))
          .containsAllEntriesOf(launcher("0", "3", zero))
          .containsAllEntriesOf(own("team/job:7", "worker", "0", "node-0"));
      assertThat(one).containsAllEntriesOf(torch("1", "3", "1", "2", "0"));
      assertThat(two)
          .containsAllEntriesOf(torch("2", "3", "0", "1", "1"))
          .containsAllEntriesOf(launcher("2", "3", zero))
          .containsAllEntriesOf(own("team/job:7", "worker", "2", "node-1"))
          .containsAllEntriesOf(dmlc("worker", zero))
          .containsEntry("DMLC_WORKER_ID", "2")
          .doesNotContainKey("DMLC_SERVER_ID");
      assertThat(server)
          .containsAllEntriesOf(own("team/job:7", "server", "1", "node-1"))
          .containsAllEntriesOf(dmlc("server", zero))
          .containsEntry("DMLC_SERVER_ID", "1")
          .doesNotContainKeys("RANK", "WORLD_SIZE", "DMLC_WORKER_ID", "PET_NNODES");
      assertThat(value(server, "DUCTILE_TOKEN")).matches("[0-9a-f]{64}");
      assertThat(value(two, "DUCTILE_TOKEN")).isEqualTo(value(server, "DUCTILE_TOKEN"));
      assertTensorFlow(server, "ps", 1);
      assertTensorFlow(two, "worker", 2);
    }
  }

  @Test
  void everyProcessOfAHotJobFindsItsMaster() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.withServers(
              EngineUnderTest.shell("team/job:7", SAY).withRescaleMode(RescaleMode.HOT));
      var where = Allocation.of(Map.of(FIRST, new Size(2, 1), SECOND, new Size(1, 1)));
      fixture.apply(job, where);
      fixture.await(Event.Running.class);
      var master = said(fixture, job, 1, "master", 0);
      var two = said(fixture, job, 1, "worker", 2);
      var server = said(fixture, job, 1, "server", 1);

      assertThat(master)
          .containsAllEntriesOf(own("team/job:7", "master", "0", "node-0"))
          .containsEntry("DUCTILE_MASTER", "127.0.0.1:" + value(master, "DUCTILE_PORT"));
      assertThat(two).containsAllEntriesOf(own("team/job:7", "worker", "2", "node-1"));
      assertThat(server).containsAllEntriesOf(own("team/job:7", "server", "1", "node-1"));
      assertThat(List.of(two, server))
          .allMatch(one -> value(one, "DUCTILE_MASTER").equals(value(master, "DUCTILE_MASTER")))
          .allMatch(one -> value(one, "DUCTILE_TOKEN").equals(value(master, "DUCTILE_TOKEN")))
          .allMatch(one -> !one.containsKey("DUCTILE_PEERS") && !one.containsKey("RANK"))
          .allMatch(one -> !one.containsKey("TF_CONFIG") && !one.containsKey("DMLC_ROLE"));
    }
  }

  @Test
  void aGenerationAndAnAttemptAreCounted() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.shell("job", "[ $DUCTILE_GENERATION = 2 ] && exit 1; " + SAY);
      fixture.apply(job, on(FIRST));
      fixture.await(Event.Running.class);
      assertThat(said(fixture, job, 1, "worker", 0)).containsAllEntriesOf(counts("1", "1", "0"));
      fixture.apply(job, on(SECOND));
      fixture.await(Event.Crashed.class);
      fixture.apply(job, on(SECOND));
      fixture.await(Event.Running.class);

      assertThat(said(fixture, job, 3, "worker", 0)).containsAllEntriesOf(counts("3", "2", "1"));
    }
  }

  private Map<String, String> own(String job, String role, String index, String node) {
    return Map.of(
        "DUCTILE_JOB",
        job,
        "DUCTILE_ROLE",
        role,
        "DUCTILE_INDEX",
        index,
        "DUCTILE_NODE",
        node,
        "DUCTILE_NODES",
        "node-0,node-1",
        "DUCTILE_WORKERS",
        "3",
        "DUCTILE_SERVERS",
        "2",
        "DUCTILE_CHECKPOINT_DIR",
        root.resolve("team%2Fjob%3A7/checkpoints").toString());
  }

  private static Map<String, String> torch(
      String rank, String world, String localRank, String localWorld, String groupRank) {
    return Map.of(
        "RANK", rank,
        "WORLD_SIZE", world,
        "LOCAL_RANK", localRank,
        "LOCAL_WORLD_SIZE", localWorld,
        "GROUP_RANK", groupRank,
        "ROLE_RANK", rank,
        "ROLE_WORLD_SIZE", world,
        "MASTER_ADDR", "127.0.0.1",
        "TORCHELASTIC_MAX_RESTARTS", "2",
        "TORCHELASTIC_RUN_ID", "team/job:7");
  }

  private static Map<String, String> launcher(
      String rank, String world, Map<String, String> first) {
    return Map.of(
        "PET_NNODES",
        world + ":" + world,
        "PET_NPROC_PER_NODE",
        "1",
        "PET_NODE_RANK",
        rank,
        "PET_MASTER_ADDR",
        "127.0.0.1",
        "PET_MASTER_PORT",
        value(first, "MASTER_PORT"));
  }

  private static Map<String, String> dmlc(String role, Map<String, String> first) {
    return Map.of(
        "DMLC_ROLE", role,
        "DMLC_NUM_WORKER", "3",
        "DMLC_NUM_SERVER", "2",
        "DMLC_PS_ROOT_URI", "127.0.0.1",
        "DMLC_PS_ROOT_PORT", value(first, "DMLC_PS_ROOT_PORT"));
  }

  private static Map<String, String> counts(String generation, String attempt, String restarts) {
    return Map.of(
        "DUCTILE_GENERATION", generation,
        "DUCTILE_ATTEMPT", attempt,
        "TORCHELASTIC_RESTART_COUNT", restarts);
  }

  private static void assertTensorFlow(Map<String, String> said, String type, int index)
      throws IOException {
    JsonNode config = new ObjectMapper().readTree(value(said, "TF_CONFIG"));
    assertThat(config.at("/task/type").asText()).isEqualTo(type);
    assertThat(config.at("/task/index").asInt()).isEqualTo(index);
    assertThat(config.at("/cluster/worker")).hasSize(3);
    assertThat(config.at("/cluster/ps")).hasSize(2);
    assertThat(config.at("/cluster/" + type + "/" + index).asText())
        .isEqualTo("127.0.0.1:" + value(said, "DUCTILE_PORT"));
  }

  /**
   * Every task has a port of its own, besides the two of the whole job, and knows all the others.
   */
  private static void assertPorts(Map<String, String> first, List<Map<String, String>> tasks) {
    var ports = new HashSet<String>();
    ports.add(value(first, "MASTER_PORT"));
    ports.add(value(first, "DMLC_PS_ROOT_PORT"));
    var addresses = tasks.stream().map(task -> "127.0.0.1:" + value(task, "DUCTILE_PORT")).toList();
    ports.addAll(tasks.stream().map(task -> value(task, "DUCTILE_PORT")).toList());

    assertThat(ports).hasSize(tasks.size() + 2);
    assertThat(tasks)
        .allMatch(task -> value(task, "DUCTILE_PEERS").equals(String.join(",", addresses)));
  }

  private static String value(Map<String, String> said, String name) {
    return said.getOrDefault(name, "nothing");
  }

  private static Allocation on(NodeId node) {
    return Allocation.on(node, NO_SERVERS);
  }

  private static Map<String, String> said(
      EngineUnderTest fixture, JobSpec job, int generation, String role, int index)
      throws IOException {
    EngineUnderTest.until(
        "all is said", now -> log(fixture, job, generation, role, index).contains("end"));
    var said = new TreeMap<String, String>();
    for (String line : log(fixture, job, generation, role, index)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        said.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return said;
  }

  private static List<String> log(
      EngineUnderTest fixture, JobSpec job, int generation, String role, int index) {
    try {
      return fixture.log(job, generation, role, index);
    } catch (IOException e) {
      return List.of();
    }
  }
}
