package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.engines.supervision.ProgressFormat;
import dev.ductile.engines.supervision.ProgressReport;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code ductile profile} finds the step in lines that common tools print. */
final class UsualPatternsTest {
  @Test
  void aStepInASentenceDoesNotHideLaterLinesOfJson() {
    assertThat(
            steps(
                """
                training from step 0
                {"step": 1, "loss": 2.1}
                {"step": 2, "loss": 1.9}
                {"step": 3, "loss": 1.7}
                """))
        .containsExactly(2.0, 3.0);
  }

  @Test
  void jsonReplacesABarThatWasSeenBefore() {
    assertThat(
            steps(
                """
                Loading checkpoint shards:  50%|█████     | 1/2 [00:07<00:07,  7.1s/it]
                Loading checkpoint shards: 100%|██████████| 2/2 [00:14<00:00,  6.8s/it]
                {"step": 10}
                {"step": 20}
                """))
        .containsExactly(2.0, 20.0);
  }

  @Test
  void keras2IsCountedOverItsEpochs() {
    assertThat(
            steps(
                """
                Epoch 1/100
                  1/1000 [..............................] - ETA: 2:05:21 - loss: 4.0181
                820/1000 [=======================>......] - ETA: 3:36 - loss: 1.0183
                821/1000 [=======================>......] - ETA: 3:35 - loss: 1.0181
                1000/1000 [==============================] - 885s 885ms/step - loss: 0.9910 - val_loss: 0.9300
                Epoch 2/100
                13/1000 [..............................] - ETA: 3:35 - loss: 0.9743
                """))
        .containsExactly(820.0, 821.0, 1_000.0, 1_013.0);
  }

  /** The file prints bold and colours, also when its output is no terminal. */
  @Test
  void keras3IsCountedOverItsEpochsAndItsDownloadIsNone() {
    String bar = "\033[1m%s\033[0m \033[32m━━━━━━━━━\033[0m\033[37m━━━━━━━━━━━\033[0m ";
    String times = "\033[1m%s\033[0m %s - accuracy: 0.8519 - loss: 0.3514\n";
    assertThat(
            steps(
                "11490434/11490434 ━━━━━━━━━━━━━━━━━━━━ 0s 0us/step\nEpoch 1/5\n"
                    + bar.formatted("390/782")
                    + times.formatted("4:51", "736ms/step")
                    + bar.formatted("782/782")
                    + times.formatted("584s", "736ms/step")
                    + "Epoch 2/5\n"
                    + bar.formatted("  1/782")
                    + times.formatted("9:35", "736ms/step")
                    + "  2/782 ━━━━━━━━━━━━━━━━━━━━ 9:34 736ms/step - accuracy: 0.8519 - loss: 0.3514\n"))
        .containsExactly(782.0, 783.0, 784.0);
  }

  /** {@code verbose=2}: one line at the end of each epoch, and one of an evaluation. */
  @Test
  void kerasWithoutBarsIsCountedByItsEpochs() {
    assertThat(
            steps(
                """
                Epoch 1/10
                100/100 - 4s - loss: 0.9 - accuracy: 0.71
                Epoch 2/10
                100/100 - 2s - loss: 0.5 - accuracy: 0.83
                13/13 - 0s - loss: 0.4 - accuracy: 0.85
                Epoch 3/10
                100/100 - 2s - loss: 0.3 - accuracy: 0.89 - 2s/epoch - 20ms/step
                Epoch 4/10
                100/100 - 2s - 20ms/step - accuracy: 0.91 - loss: 0.2
                """))
        .containsExactly(200.0, 300.0, 400.0);
  }

  @Test
  void lightningIsCountedOverItsEpochsAndItsOtherBarsAreNot() {
    assertThat(
            steps(
                """
                Sanity Checking DataLoader 0: 100%|██████████| 2/2 [00:00<00:00,  5.83it/s]
                Epoch 0:   0%|          | 0/18 [00:00<?, ?it/s]
                Epoch 0:   6%|▌         | 1/18 [00:08<02:29,  8.77s/it, loss=10.473, v_num=193315]
                Epoch 0:  22%|██▏       | 4/18 [00:17<01:02,  4.47s/it, loss=9.926, v_num=193315]
                Validation DataLoader 0:  50%|█████     | 20/40 [00:01<00:01, 14.1it/s]
                Epoch 0: 100%|██████████| 18/18 [01:08<00:00,  3.81s/it, v_num=0, train_loss=1.590]
                Epoch 1:  33%|███▎      | 6/18 [00:23<00:47,  3.9s/it, v_num=0, train_loss=1.520]
                """))
        .containsExactly(1.0, 4.0, 18.0, 24.0);
    assertThat(
            steps(
                """
                Epoch 0: |          | 1/? [00:20<00:00,  0.05it/s, v_num=0, train_loss=14.60]
                Epoch 0: |          | 2/? [00:36<00:00,  0.06it/s, v_num=0, train_loss=13.90]
                """))
        .containsExactly(2.0);
  }

  /** Lightning draws this bar if the package rich is installed. */
  @Test
  void theRichBarOfLightningIsCountedOverItsEpochs() {
    assertThat(
            steps(
                """
                Epoch 0/23 ━━━━━━━━━╸━━━━━━━━━━━━━━━━━━━━━━━━ 12/98 0:00:02 • 0:00:20 4.44it/s v_num: 0
                Epoch 0/23 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 98/98 0:00:22 • 0:00:00 4.44it/s v_num: 0 train/loss: 1.559
                                                                               train/acc: 0.399
                Epoch 1/23 ━━━━━━━━━╸━━━━━━━━━━━━━━━━━━━━━━━━ 14/98 0:00:03 • 0:00:20 4.00it/s v_num: 0 train/loss: 1.210
                """))
        .containsExactly(98.0, 112.0);
    assertThat(
            steps(
                """
                Epoch 41/-2 ━━━━━━━━━━━━━━━━ 7/234 0:13:47 •        0.55it/s v_num: 0e14
                Epoch 41/-2 ━━━━━━━━━━━━━━━━ 9/234 0:13:51 •        0.55it/s v_num: 0e14
                """))
        .containsExactly(9.0);
  }

  @Test
  void theTrainerOfHuggingFaceIsReadAndItsEvaluationIsNot() {
    assertThat(
            steps(
                """
                Map: 100%|██████████| 1000/1000 [00:01<00:00, 902.60 examples/s]
                100%|██████████| 35/35 [00:00<00:00, 1027.60ex/s]
                  0%|          | 0/69 [00:00<?, ?it/s]
                 14%|█▍        | 10/69 [10:55<1:11:19, 72.53s/it]{'loss': 5.4448, 'grad_norm': 19.96, 'epoch': 0.45}
                100%|██████████| 12/12 [00:05<00:00,  2.36it/s]
                 29%|██▉       | 20/69 [21:21<47:21, 57.99s/it]{'loss': 3.7822, 'grad_norm': 8.01, 'epoch': 0.9}
                 30% 21/69 [22:19<46:13, 57.79s/it]
                """))
        .containsExactly(10.0, 20.0, 21.0);
    assertThat(
            steps(
                """
                {"loss": 7.1527, "learning_rate": 4.8358e-05, "epoch": 0.0328, "step": 500}
                {"loss": 6.9288, "learning_rate": 4.6716e-05, "epoch": 0.0656, "step": 1000}
                """))
        .containsExactly(1_000.0);
  }

  @Test
  void plainWordsAreRead() {
    List.of("step 1\nstep 2", "iteration 1/100\niteration 2/100", "[ 1/100]\n[ 2/100]")
        .forEach(text -> assertThat(steps(text)).as(text).containsExactly(2.0));
  }

  private static Stream<Double> steps(String output) {
    ProgressFormat format = ProgressFormat.of(QuickMeasurement.USUAL_PATTERNS);
    return output.lines().flatMap(line -> format.read(line).map(ProgressReport::step).stream());
  }
}
