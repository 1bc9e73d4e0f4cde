package dev.ductile.laws;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random draws of a test. */
public record RandomDraws(RandomGenerator random) {
  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  public double between(double least, double most) {
    return random.nextDouble(least, most);
  }

  public boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }

  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
