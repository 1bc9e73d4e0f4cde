package dev.ductile.cli;

import dev.ductile.api.PlacementProvider;
import dev.ductile.cli.completion.Candidates;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.models.fit.StepTimeForm;
import dev.ductile.models.profile.NetworkProfile;
import dev.ductile.models.profile.NetworkProfiles;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.simulator.Bound;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The names that options and operands accept, for the completion of shells. */
final class Known {
  private Known() {}

  /** Names that are looked up when a shell's script is made. */
  abstract static class Names implements Candidates {
    private final Supplier<Stream<String>> names;

    Names(Supplier<Stream<String>> names) {
      this.names = names;
    }

    @Override
    public Iterator<String> iterator() {
      return names.get().iterator();
    }
  }

  static final class Policies extends Names {
    Policies() {
      super(Known::policies);
    }
  }

  static final class LearnedPolicies extends Names {
    LearnedPolicies() {
      super(() -> LearnedPolicy.names().stream());
    }
  }

  static final class PoliciesAndBounds extends Names {
    PoliciesAndBounds() {
      super(() -> Stream.concat(policies(), Stream.of(Bound.Kind.values()).map(Bound.Kind::label)));
    }
  }

  static final class Placements extends Names {
    Placements() {
      super(() -> PluginOptions.usual().placements().stream().map(PlacementProvider::name));
    }
  }

  static final class TraceFormats extends Names {
    TraceFormats() {
      super(() -> PluginOptions.usual().formats().stream().map(TraceFormat::name));
    }
  }

  static final class Forms extends Names {
    Forms() {
      super(() -> StepTimeForm.labels().stream());
    }
  }

  static final class Profiles extends Names {
    Profiles() {
      super(Known::profiles);
    }
  }

  static final class ProfilesAndFiles extends Names {
    ProfilesAndFiles() {
      super(Known::profiles);
    }

    @Override
    public Found found() {
      return Found.FILES;
    }
  }

  static final class Reproductions extends Names {
    Reproductions() {
      super(() -> ReproduceCommand.installed().stream());
    }
  }

  static final class RunningJobs extends Names {
    RunningJobs() {
      super(Stream::of);
    }

    @Override
    public Found found() {
      return Found.RUNNING_JOBS;
    }
  }

  static final class ServerJobs extends Names {
    ServerJobs() {
      super(Stream::of);
    }

    @Override
    public Found found() {
      return Found.SERVER_JOBS;
    }
  }

  static final class Files extends Names {
    Files() {
      super(Stream::of);
    }

    @Override
    public Found found() {
      return Found.FILES;
    }
  }

  static final class Roles extends Names {
    Roles() {
      super(() -> Stream.of("viewer", "user", "queue-admin", "admin"));
    }
  }

  static final class States extends Names {
    States() {
      super(() ->
          Stream.of(
              "pending",
              "starting",
              "running",
              "succeeded",
              "failed",
              "cancelled",
              "active",
              "ended",
              "all"));
    }
  }

  private static Stream<String> policies() {
    return PluginOptions.usual().policies().stream().map(policy -> policy.profile().name());
  }

  private static Stream<String> profiles() {
    List<NetworkProfile> all = NetworkProfiles.all();
    return all.stream().map(NetworkProfile::name);
  }
}
