package dev.ductile.runtime.allreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of the ways to add up, over a network that delivers in any order it likes. */
@Timeout(30)
class CollectiveTest {
  private static final long MOST_KEPT = 1 << 22;

  static Stream<Arguments> cases() {
    return Arrays.stream(Algorithm.values())
        .flatMap(way ->
            IntStream.rangeClosed(1, 33)
                .filter(way::fits)
                .mapToObj(workers -> Arguments.of(way, workers)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allWorkersEndWithTheSameSums(Algorithm way, int workers) {
    for (int floats : List.of(0, 1, 2, 7, 31, 1_000)) {
      for (int seed = 0; seed < 3; seed++) {
        var network = new Network(workers, seed);
        float[][] ours = network.draw(floats);
        double[] sums = sums(ours);
        network.add(way, ours);
        check(ours, sums, "%s, %d workers, %d numbers, seed %d", way, workers, floats, seed);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void largeMovesAreSentInSeveralFrames(Algorithm way) {
    for (int workers : List.of(2, 3, 4)) {
      if (way.fits(workers)) {
        var network = new Network(workers, workers);
        float[][] ours = network.draw(5 * Collective.FRAME_FLOATS + 17);
        double[] sums = sums(ours);
        network.add(way, ours);
        check(ours, sums, "%s, %d workers", way, workers);
        assertThat(network.longest).isEqualTo(Collective.FRAME_FLOATS);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void consecutiveStepsAreCorrectIfSomeWorkersAreAhead(Algorithm way) {
    for (int workers : List.of(1, 4, 8)) {
      var network = new Network(workers, 11);
      var steps = new ArrayList<float[][]>();
      for (int floats = 50; floats < 70; floats++) {
        steps.add(network.draw(floats));
      }
      List<double[]> sums = steps.stream().map(CollectiveTest::sums).toList();
      network.addAll(way, steps);
      for (int step = 0; step < steps.size(); step++) {
        check(steps.get(step), sums.get(step), "%s, %d workers, step %d", way, workers, step);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noWorkerSendsMoreThanTheory(Algorithm way, int workers) {
    int floats = 64 * 960;
    for (int rank = 0; rank < workers; rank++) {
      long sent = sent(way.moves(workers, rank, floats));
      long least = 2L * (workers - 1) * floats / workers;
      if (way == Algorithm.RING || Integer.bitCount(workers) == 1) {
        assertThat(sent).isCloseTo(least, within(2L * workers));
      } else {
        assertThat(sent)
            .as("worker %d of %d", rank, workers)
            .isLessThanOrEqualTo(mostOfBlocks(workers, rank, floats));
      }
    }
  }

  /** Halving and doubling in its block, its segment to the larger one, and to the smaller one. */
  private static long mostOfBlocks(int workers, int rank, int floats) {
    List<Block> blocks = BinaryBlocks.blocks(workers);
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (rank < block.first() + block.size()) {
        int crossings = (i > 0 ? 1 : 0) + (i + 1 < blocks.size() ? 1 : 0);
        long halving = 2L * floats * (block.size() - 1) / block.size();
        return halving + (long) crossings * floats / block.size() + 2L * workers;
      }
    }
    throw new AssertionError("no block for " + rank);
  }

  @Test
  void halvingTakesTwiceTheLogarithmOfTheWorkersInRoundsAndARingTwiceTheWorkers() {
    for (int rank = 0; rank < 16; rank++) {
      assertThat(Algorithm.RING.moves(16, rank, 1_600)).hasSize(4 * 15);
      assertThat(Algorithm.DOUBLING_HALVING.moves(16, rank, 1_600)).hasSize(4 * 4);
    }
  }

  @Test
  void sevenWorkersFormBlocksOfFourTwoAndOne() {
    assertThat(BinaryBlocks.blocks(7))
        .containsExactly(new Block(0, 4), new Block(4, 2), new Block(6, 1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everySentMoveIsExpectedByItsPeer(Algorithm way, int workers) {
    List<List<Move>> all =
        IntStream.range(0, workers).mapToObj(rank -> way.moves(workers, rank, 999)).toList();
    for (int rank = 0; rank < workers; rank++) {
      for (Move move : all.get(rank)) {
        int me = rank;
        assertThat(all.get(move.peer()))
            .filteredOn(other ->
                other.peer() == me
                    && other.comes() != move.comes()
                    && other.round() == move.round())
            .as("%s of %d workers, worker %d, %s", way, workers, rank, move)
            .singleElement()
            .matches(other -> other.from() == move.from() && other.count() == move.count());
      }
    }
  }

  @Test
  void doublingAndHalvingNeedsAPowerOfTwo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithm.DOUBLING_HALVING.moves(6, 0, 10))
        .withMessageContaining("6 workers");
  }

  @Test
  void framesThatNoCorrectPeerSendsAreRefused() {
    var collective = new Collective(100, (peer, clock, round, numbers, from, count) -> {});
    collective.begin(3, Algorithm.RING.moves(3, 0, 30), new float[30], () -> {});
    for (int bytes : List.of(0, 3, 4 * Collective.FRAME_FLOATS + 4)) {
      refused(collective, 2, 3, 0, bytes, "frame of " + bytes);
    }
    refused(collective, 2, 2, 0, 4, "over");
    refused(collective, 1, 3, 0, 4, "too many");
    refused(collective, 2, 3, 9, 4, "too many");
    refused(collective, 2, 3, 0, 44, "too many");
    refused(collective, 2, 4, 0, 404, "too early");
  }

  private static void refused(
      Collective collective, int peer, long clock, int round, int bytes, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> collective.frame(peer, clock, round, ByteBuffer.allocate(bytes)))
        .withMessageContaining(why);
  }

  @Test
  void anAllReduceMustEndBeforeTheNextBegins() {
    var collective = new Collective(100, (peer, clock, round, numbers, from, count) -> {});
    collective.begin(3, Algorithm.RING.moves(2, 0, 4), new float[4], () -> {});
    assertThatIllegalStateException()
        .isThrownBy(() -> collective.begin(4, List.of(), new float[4], () -> {}));
  }

  private static long sent(List<Move> moves) {
    return moves.stream().filter(move -> !move.comes()).mapToLong(Move::count).sum();
  }

  private static double[] sums(float[][] ours) {
    double[] sums = new double[ours[0].length];
    for (float[] numbers : ours) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += numbers[i];
      }
    }
    return sums;
  }

  private static void check(float[][] ours, double[] sums, String what, Object... values) {
    for (float[] numbers : ours) {
      assertThat(Arrays.equals(numbers, ours[0])).as("same bytes: " + what, values).isTrue();
    }
    for (int i = 0; i < sums.length; i++) {
      if (Math.abs(ours[0][i] - sums[i]) > 1e-4) {
        assertThat(ours[0][i]).as(what, values).isCloseTo((float) sums[i], within(1e-4f));
      }
    }
  }

  /** Workers in memory; of the frames under way between two, the oldest is delivered first. */
  private static final class Network {
    private final Random random;
    private final List<Collective> collectives = new ArrayList<>();
    private final List<Queue<Frame>> links = new ArrayList<>();

    /** The links with frames under way. */
    private final List<Queue<Frame>> full = new ArrayList<>();

    private int longest;

    private record Frame(int from, int to, long clock, int round, ByteBuffer numbers) {}

    Network(int workers, long seed) {
      random = new Random(seed);
      for (int rank = 0; rank < workers; rank++) {
        int from = rank;
        collectives.add(
            new Collective(
                MOST_KEPT,
                (peer, clock, round, numbers, begin, count) ->
                    post(new Frame(from, peer, clock, round, bytes(numbers, begin, count)))));
      }
      for (int i = 0; i < workers * workers; i++) {
        links.add(new ArrayDeque<>());
      }
    }

    private void post(Frame frame) {
      longest = Math.max(longest, frame.numbers().capacity() / Float.BYTES);
      Queue<Frame> link = links.get(frame.from() * collectives.size() + frame.to());
      if (link.isEmpty()) {
        full.add(link);
      }
      link.add(frame);
    }

    float[][] draw(int floats) {
      float[][] ours = new float[collectives.size()][floats];
      for (float[] numbers : ours) {
        for (int i = 0; i < floats; i++) {
          numbers[i] = random.nextFloat() - 0.5f;
        }
      }
      return ours;
    }

    void add(Algorithm way, float[][] ours) {
      addAll(way, List.<float[][]>of(ours));
    }

    /** Workers begin at random moments, some when others' frames have long been there. */
    void addAll(Algorithm way, List<float[][]> steps) {
      int workers = collectives.size();
      var waiting = new ArrayList<>(IntStream.range(0, workers).boxed().toList());
      var over = new int[workers];
      for (int turn = 0; turn < 10_000_000; turn++) {
        if (full.isEmpty() && waiting.isEmpty()) {
          break;
        }
        if (!waiting.isEmpty() && (full.isEmpty() || random.nextInt(4) == 0)) {
          Collections.shuffle(waiting, random);
          int rank = waiting.removeLast();
          float[] ours = steps.get(over[rank])[rank];
          List<Move> moves = way.moves(workers, rank, ours.length);
          Runnable done =
              () -> {
                if (++over[rank] < steps.size()) {
                  waiting.add(rank);
                }
              };
          collectives.get(rank).begin(over[rank], moves, ours, done);
        } else {
          deliver(oldest(random.nextInt(full.size())));
        }
      }
      assertThat(over).as("%s, %d workers", way, workers).containsOnly(steps.size());
    }

    private Frame oldest(int link) {
      Queue<Frame> frames = full.get(link);
      Frame frame = frames.remove();
      if (frames.isEmpty()) {
        full.remove(link);
      }
      return frame;
    }

    private static ByteBuffer bytes(float[] numbers, int from, int count) {
      var bytes = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asFloatBuffer().put(numbers, from, count);
      return bytes;
    }

    private void deliver(Frame frame) {
      collectives
          .get(frame.to())
          .frame(frame.from(), frame.clock(), frame.round(), frame.numbers());
    }
  }
}
