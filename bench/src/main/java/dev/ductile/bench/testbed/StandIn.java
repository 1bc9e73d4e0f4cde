package dev.ductile.bench.testbed;

final class StandIn {
  private StandIn() {}

  static double[] curve(Solver solver, Phases p, double share, int most) {
    double[] s = {p.downlink() * share, p.uplink() * share, p.server() * share};
    var n = new double[3];
    double last = 0;
    var curve = new double[most];
    for (int k = 1; k <= most; k++) {
      double low = 0;
      double high = 1e6;
      for (int i = 0; i < 200; i++) {
        double x = (low + high) / 2;
        if (x * cycle(solver, p.worker(), s, n, last, x) > k) {
          high = x;
        } else {
          low = x;
        }
      }
      double x = low;
      var t = new double[3];
      for (int l = 0; l < 3; l++) {
        t[l] = time(solver, s[l], n[l], last, x, l);
      }
      for (int l = 0; l < 3; l++) {
        n[l] = x * t[l];
      }
      last = x;
      curve[k - 1] = Math.min(x, 1 / Math.max(s[0], Math.max(s[1], s[2])));
    }
    return curve;
  }

  private static double cycle(
      Solver solver, double worker, double[] s, double[] n, double last, double x) {
    double sum = worker;
    for (int l = 0; l < 3; l++) {
      sum += time(solver, s[l], n[l], last, x, l);
    }
    return sum;
  }

  private static double time(Solver solver, double s, double n, double last, double x, int l) {
    double gamma =
        l == 2 || solver == Solver.EXACT
            ? 1
            : solver == Solver.FCFS ? 0 : Math.clamp((x * s - 0.8) / 0.2, 0, 1);
    return s * (1 + n - (1 - gamma) * last * s / 2);
  }
}
