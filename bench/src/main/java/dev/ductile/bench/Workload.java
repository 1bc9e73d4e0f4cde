package dev.ductile.bench;

import java.util.Locale;

/** A workload of a paper, or like that of a public trace, made small enough to be run often. */
enum Workload {
  /** Lin et al., MASCOTS 2018, Section V-B: four networks on 100 nodes. */
  LIN(
      """
      cluster: {capacity: {gpu: 100}}
      loads: [0.3, 0.6]
      workload:
        generate:
          jobs: 200
          arrivals: {poisson: {perHour: 0.11616341}}
          mix:
            - {name: nin, worker: {gpu: 1}, bounds: {workers: {min: 1}}, request: {workers: 4}, work: {normal: {mean: 9765.625, deviation: 69.0534}}, speed: {model: async-ps, nodes: true, downlink: 0.24, uplink: 0.24, worker: 5.451586656, server: 1.220504e-5}}
            - {name: googlenet, worker: {gpu: 1}, bounds: {workers: {min: 1}}, request: {workers: 4}, work: {normal: {mean: 234375, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 0.432, uplink: 0.432, worker: 7.892595606, server: 2.196908e-5}}
            - {name: alexnet, worker: {gpu: 1}, bounds: {workers: {min: 1}}, request: {workers: 4}, work: {normal: {mean: 105468.75, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 1.992, uplink: 1.992, worker: 5.695687551, server: 1.013019e-4}}
            - {name: vgg19, worker: {gpu: 1}, bounds: {workers: {min: 1}}, request: {workers: 4}, work: {normal: {mean: 86718.75, deviation: 1657.2815}}, speed: {model: async-ps, nodes: true, downlink: 4.6, uplink: 4.6, worker: 97.64035801, server: 2.339300e-4}}
      """),
  /** Capes et al., NeurIPS workshop 2018, Tables 2 and 3: equal jobs, one in 250, 500, 1000 s. */
  CAPES(
      """
      cluster: {capacity: {gpu: 64}}
      rescale: {cost: 10s}
      loads: [2, 1, 0.5]
      workload:
        generate:
          jobs: 114
          arrivals: {poisson: {perHour: 7.2}}
          mix:
            - worker: {gpu: 1}
              bounds: {workers: {allowed: [1, 2, 4, 8]}}
              request: {workers: 4}
              work: {oneOf: [1]}
              speed:
                model: table
                points:
                  - {workers: 1, stepsPerSecond: 4.528985e-5}
                  - {workers: 2, stepsPerSecond: 7.183908e-5}
                  - {workers: 4, stepsPerSecond: 1.322751e-4}
                  - {workers: 8, stepsPerSecond: 1.984127e-4}
      """),
  /** EPS: 75 jobs that ask for 8 workers and 4 servers on 144 units, stopped for a change. */
  EPS_CHECKPOINT(eps("checkpoint")),
  /** The same jobs, whose tasks join and leave during training. */
  EPS_HOT(eps("hot")),
  /** SMD, Section V: jobs of random layers, here by the speeds of a parameter server each. */
  SMD(
      """
      cluster: {nodes: [{count: 16, resources: {gpu: 4, cpu: 40}}]}
      rescale: {cost: 30s}
      loads: [0.7, 1]
      workload:
        generate:
          jobs: 100
          arrivals: {poisson: {perHour: 12}}
          mix:
            - {name: small, worker: {gpu: 1, cpu: 4}, server: {cpu: 4}, bounds: {workers: {max: 16}, servers: {max: 8}}, request: {workers: 4, servers: 2}, work: {min: 2000, max: 20000}, utility: {kind: sigmoid, gamma1: 50, gamma2: 2, gamma3: 2, unit: hours}, speed: {model: async-ps, downlink: 0.05, uplink: 0.05, worker: 1, server: 0.02}}
            - {name: large, worker: {gpu: 2, cpu: 6}, server: {cpu: 6}, bounds: {workers: {max: 16}, servers: {max: 8}}, request: {workers: 4, servers: 2}, work: {min: 1000, max: 10000}, utility: {kind: sigmoid, gamma1: 80, gamma2: 2, gamma3: 4, unit: hours}, speed: {model: async-ps, downlink: 0.4, uplink: 0.4, worker: 4, server: 0.1}}
      """),
  /** Heavy tails as in public traces: most jobs small and short, few large and very long. */
  TRACE(
      """
      cluster: {nodes: [{count: 8, resources: {gpu: 8}}]}
      rescale: {cost: 30s}
      noise: {perRun: 0.1, overTime: 0.05, every: 10m}
      loads: [0.6, 1]
      workload:
        generate:
          jobs: 150
          arrivals: {poisson: {perHour: 30}}
          mix:
            - {name: single, weight: 5, worker: {gpu: 1}, bounds: {workers: {max: 4}}, request: {workers: 1}, work: {lognormal: {median: 1200, sigma: 1.6}}, speed: {model: linear, stepsPerSecond: 1, exponent: 0.7}}
            - {name: good, weight: 2, worker: {gpu: 1}, bounds: {workers: {max: 16}}, request: {workers: 4}, work: {lognormal: {median: 7200, sigma: 1.4}}, speed: {model: linear, stepsPerSecond: 1, exponent: 0.95}}
            - {name: poor, weight: 2, worker: {gpu: 1}, bounds: {workers: {max: 16}}, request: {workers: 8}, work: {lognormal: {median: 7200, sigma: 1.4}}, speed: {model: linear, stepsPerSecond: 1, exponent: 0.6}}
      """),
  /** The same jobs, all submitted at the beginning: no later job is a surprise. */
  BATCH(
      TRACE
          .text
          .replace("perHour: 30", "perHour: 1000000")
          .replace("loads: [0.6, 1]", "loads: [1]")
          .replace("jobs: 150", "jobs: 60"));

  private final String text;

  Workload(String text) {
    this.text = text;
  }

  /** All of its scenario but the policies. */
  String text() {
    return text;
  }

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String eps(String rescaleMode) {
    return """
    cluster: {capacity: {cpu: 144}}
    rescale: {start: 10s, checkpoint: 46s, hot: 100ms}
    workload:
      generate:
        jobs: 75
        arrivals: {poisson: {perHour: 10}}
        mix:
          - {name: train, mechanism: %s, worker: {cpu: 1}, server: {cpu: 1}, bounds: {workers: {max: 16}, servers: {max: 8}}, request: {workers: 8, servers: 4}, work: {lognormal: {median: 20000, sigma: 0.8}}, speed: {model: async-ps, downlink: 0.072, uplink: 0.072, worker: 1, server: 0.018}}
    """
        .formatted(rescaleMode);
  }
}
