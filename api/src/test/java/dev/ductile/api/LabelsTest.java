package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LabelsTest {
  private static final Device A100 = new Device(Resources.GPU, "a100");
  private static final Device NPU = new Device("npu", "a100");
  private static final Labels EAST = Labels.of("zone", "east");
  private static final Labels FAST_EAST = Labels.of(Map.of("zone", "east", "disk", "ssd"));
  private static final Demand GPU = Demand.perWorker(Resources.gpus(1));

  @Test
  void aNodeServesAJobIfItHasAllRequiredLabels() {
    var plain = new Node(new NodeId("plain"), Resources.gpus(1));
    var fast = new Node(new NodeId("fast"), Resources.gpus(1), FAST_EAST, A100);
    assertThat(GPU.accepts(plain)).isTrue();
    assertThat(GPU.accepts(fast)).isTrue();
    assertThat(GPU.withLabels(EAST).accepts(fast)).isTrue();
    assertThat(GPU.withLabels(EAST).accepts(plain)).isFalse();
    assertThat(GPU.withLabels(Labels.of("zone", "west")).accepts(fast)).isFalse();
    assertThat(GPU.withDevice(A100).accepts(fast)).isTrue();
    assertThat(GPU.withDevice(A100).accepts(plain)).isFalse();
    assertThat(GPU.withDevice(NPU).accepts(fast)).as("another resource").isFalse();
  }

  @Test
  void aRequirementIsSaidInWords() {
    assertThat(GPU.requirement()).isEmpty();
    assertThat(GPU.withLabels(FAST_EAST).requirement()).contains("disk=ssd and zone=east");
    assertThat(GPU.withDevice(A100).requirement()).contains("gpu type a100");
    assertThat(GPU.withDevice(A100).withLabels(EAST).requirement())
        .contains("gpu type a100 and zone=east");
    assertThat(new Node(new NodeId("plain"), Resources.gpus(1)).properties())
        .isEqualTo("no labels and no device type");
    assertThat(Labels.NONE).hasToString("no labels");
  }

  @Test
  void aLabelOfNodesWithoutATaintIsSaidAsTheTaint() {
    String spot = Labels.UNTAINTED + "spot:yes:NoSchedule";
    assertThat(Labels.of(Map.of(spot, "true", "disk", "ssd")))
        .hasToString("disk=ssd and no untolerated taint spot=yes:NoSchedule");
    assertThat(Labels.of(Labels.UNTAINTED + "example.com/busy:NoExecute", "true"))
        .hasToString("no untolerated taint example.com/busy:NoExecute");
    assertThat(Labels.of(spot, "no")).hasToString("untainted/spot:yes:NoSchedule=no");
    assertThat(Labels.of(Labels.UNTAINTED + "spot", "true")).hasToString("untainted/spot=true");
  }

  @Test
  void labelsHaveNamesAndAreFew() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Labels.of("zone a", "east"))
        .withMessageContaining("label name \"zone a\" has the character ' '");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Labels.of("zone", "x".repeat(129)))
        .withMessage("label zone needs a value of at most 128 visible characters");
    Map<String, String> many =
        IntStream.range(0, 65).boxed().collect(Collectors.toMap(i -> "label-" + i, i -> "x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Labels.of(many))
        .withMessage("there can be at most 64 labels, not 65");
    assertThat(Labels.of(Map.of())).isSameAs(Labels.NONE);
  }

  @Test
  void serviceIsCountedInTheDeviceOfTheJob() {
    Demand demand =
        Demand.perWorker(Resources.of(Map.of("npu", 2.0, "gpu", 1.0)))
            .withDevice(new Device("npu", ""));
    assertThat(demand.devices(Size.workers(3))).isEqualTo(6);
    assertThat(demand.usesDevices()).isTrue();
    assertThat(GPU.withDevice(new Device("npu", "")).devices(Size.workers(3))).isEqualTo(3);
    assertThat(Nodes.uniform(2, Resources.of("npu", 8)).device()).isEmpty();
    var node =
        new Node(new NodeId("n"), Resources.of("npu", 8), Labels.NONE, new Device("npu", ""));
    assertThat(Nodes.of(List.of(node)).device()).contains("npu");
    assertThat(new Device("npu", "").noun()).isEqualTo("npu");
    assertThat(Device.GPU.noun()).isEqualTo("GPU");
  }

  @Test
  void aJobSeesTheClusterAsIfItHadOnlyItsEligibleNodes() {
    for (long seed = 0; seed < 300; seed++) {
      RandomGenerator random = new Seed(seed).stream("labels");
      Nodes all = nodes(random);
      Demand demand = requiring(random);
      Nodes some = Nodes.of(all.list().stream().filter(demand::accepts).toList());
      FreeCapacity free = FreeCapacity.of(all);
      FreeCapacity alone = FreeCapacity.of(some);
      for (int step = 0; step < 12; step++) {
        var size = new Size(random.nextInt(1, 4), random.nextInt(2));
        assertSame(free, alone, demand, size, "seed %d, step %d".formatted(seed, step));
        int node = free.best(Preference.EMPTIEST, demand, size);
        if (node >= 0) {
          take(List.of(free, alone), all.get(node).id(), demand, size);
        }
      }
    }
  }

  @Test
  void labelsAreEqualIfTheirNamesAndValuesAre() {
    assertThat(EAST)
        .isEqualTo(Labels.of("zone", "east"))
        .hasSameHashCodeAs(Labels.of("zone", "east"));
    assertThat(EAST).isNotEqualTo(Labels.of("zone", "west")).isNotEqualTo(FAST_EAST);
    assertThat(EAST).isNotEqualTo("zone=east").isEqualTo(EAST);
    assertThat(FAST_EAST.values())
        .containsExactly(Map.entry("disk", "ssd"), Map.entry("zone", "east"));
    assertThat(FAST_EAST.has("disk")).isTrue();
    assertThat(EAST.has("disk")).isFalse();
  }

  @Test
  void aLabelMayHaveTheLongestValueAndANodeTheMostLabels() {
    Map<String, String> most =
        IntStream.range(0, 64).boxed().collect(Collectors.toMap(i -> "label-" + i, i -> "x"));
    assertThat(Labels.of(most).values()).hasSize(64);
    assertThat(Labels.of("zone", "x".repeat(128)).has("zone")).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> Labels.of("zone", "a\nb"));
  }

  /** More requirements than a cluster remembers nodes for. */
  @Test
  void anyNumberOfRequirementsHasItsOwnNodes() {
    var list = new ArrayList<Node>();
    for (int i = 0; i < 1_100; i++) {
      list.add(
          new Node(
              new NodeId("node-" + i),
              Resources.gpus(1),
              Labels.of("number", Integer.toString(i)),
              Device.GPU));
    }
    Nodes nodes = Nodes.of(list);
    FreeCapacity free = nodes.allFree();
    for (int i = 0; i < 1_100; i++) {
      Demand demand = GPU.withLabels(Labels.of("number", Integer.toString(i)));
      assertThat(free.first(demand, Size.workers(1), 0)).isEqualTo(i);
    }
  }

  @Test
  void aJobUsesDevicesIfAnyOfItsTasksDoes() {
    Resources cpu = Resources.of("cpu", 1);
    assertThat(GPU.usesDevices()).isTrue();
    assertThat(new Demand(cpu, Resources.gpus(1), Resources.NONE).usesDevices()).isTrue();
    assertThat(new Demand(cpu, cpu, Resources.NONE).usesDevices()).isFalse();
  }

  private static void assertSame(
      FreeCapacity free, FreeCapacity alone, Demand demand, Size size, String as) {
    Nodes all = free.nodes();
    Demand anywhere =
        demand.withDevice(new Device(demand.device().resource(), "")).withLabels(Labels.NONE);
    assertThat(all.eligibleCount(demand)).as(as).isEqualTo(alone.nodes().count());
    assertThat(all.total(demand)).as(as).isEqualTo(alone.nodes().total());
    assertThat(all.canHold(demand, size)).as(as).isEqualTo(alone.nodes().canHold(anywhere, size));
    assertThat(free.covers(demand, size)).as(as).isEqualTo(alone.covers(anywhere, size));
    assertThat(free.left(demand)).as(as).isEqualTo(alone.left());
    assertThat(free.largest("gpu", demand)).as(as).isEqualTo(alone.largest("gpu", anywhere));
    assertThat(id(free, free.first(demand, size, 0)))
        .as(as)
        .isEqualTo(id(alone, alone.first(anywhere, size, 0)));
    for (Preference preference : Preference.values()) {
      int node = free.best(preference, demand, size);
      assertThat(node >= 0).as(as).isEqualTo(alone.best(preference, anywhere, size) >= 0);
      assertThat(node < 0 || demand.accepts(all.get(node))).as(as).isTrue();
    }
    for (int node = 0; node < all.count(); node++) {
      int there = alone.nodes().position(all.get(node).id());
      assertThat(free.fits(node, demand, size))
          .as(as)
          .isEqualTo(there >= 0 && alone.fits(there, anywhere, size));
      assertThat(free.room(node, free.worker(demand), 9))
          .as(as)
          .isEqualTo(there < 0 ? 0 : alone.room(there, alone.worker(anywhere), 9));
    }
  }

  private static String id(FreeCapacity free, int node) {
    return node < 0 ? "none" : free.nodes().get(node).id().name();
  }

  private static void take(List<FreeCapacity> both, NodeId node, Demand demand, Size size) {
    both.forEach(free -> free.take(Allocation.on(node, size), demand));
  }

  private static Nodes nodes(RandomGenerator random) {
    var list = new ArrayList<Node>();
    for (int i = random.nextInt(1, 40); i > 0; i--) {
      list.add(
          new Node(
              new NodeId("node-" + i),
              Resources.of(Map.of("gpu", (double) random.nextInt(9), "cpu", 8.0)),
              random.nextBoolean() ? EAST : Labels.NONE,
              random.nextBoolean() ? A100 : Device.GPU));
    }
    return Nodes.of(list);
  }

  private static Demand requiring(RandomGenerator random) {
    var demand = new Demand(Resources.gpus(2), Resources.of("cpu", 3), Resources.NONE);
    Demand labelled = random.nextBoolean() ? demand.withLabels(EAST) : demand;
    return random.nextBoolean() ? labelled.withDevice(A100) : labelled;
  }
}
