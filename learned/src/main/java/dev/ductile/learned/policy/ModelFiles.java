package dev.ductile.learned.policy;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.Seed;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.fallback.Guarded;
import dev.ductile.learned.fallback.TeacherInstead;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.UnusableModelException;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;

/** The models of one policy that were read last. A file that has changed is read again. */
public final class ModelFiles {
  private static final int MOST = 8;

  private final ModelForm form;
  private final LinkedHashMap<Path, Read> files = new LinkedHashMap<>(MOST, 0.75f, true);

  /** No file has been read. */
  public ModelFiles(ModelForm form) {
    this.form = form;
  }

  private record Version(long size, FileTime modified) {}

  private record Read(Version version, PolicyModel model) {}

  /**
   * The model in a file.
   *
   * @throws UnusableModelException if the file is no sound model of the policy
   */
  public synchronized PolicyModel read(Path file) {
    Path path = file.toAbsolutePath().normalize();
    Optional<Version> version = version(path);
    Read known = files.get(path);
    if (known != null && version.equals(Optional.of(known.version()))) {
      return known.model();
    }
    files.remove(path);
    PolicyModel model = PolicyModel.of(file.toString(), ModelFile.read(file), form);
    if (files.size() >= MOST) {
      files.pollFirstEntry();
    }
    version.ifPresent(one -> files.put(path, new Read(one, model)));
    return model;
  }

  /** Refuses settings of a policy without a model, or with one that cannot be used. */
  public void require(Optional<Path> model) {
    if (model.isEmpty()) {
      throw new IllegalArgumentException(
          "%1$s needs a trained model: model=FILE; train one with ductile learn imitate --policy %1$s --teacher drf --scenario SCENARIO -o FILE"
              .formatted(form.policy()));
    }
    try {
      read(model.get());
    } catch (UnusableModelException problem) {
      throw new IllegalArgumentException("model is unusable: " + problem.getMessage(), problem);
    }
  }

  /**
   * The policy of the model in a file, with a teacher that decides where a check objects. If the
   * model cannot be used, the teacher always decides.
   *
   * @param name the teacher, with its settings after its name
   */
  public Policy policy(
      Optional<Path> file,
      String name,
      PolicyContext context,
      Function<PolicyModel, Checked> checked) {
    Policy teacher = context.others().policy(name, context.inner("teacher"));
    if (file.isEmpty()) {
      return new TeacherInstead(teacher, name, Guarded.POOR, "it has no model");
    }
    try {
      Checked own = checked.apply(read(file.get()));
      var policy = new SizingPolicy(own.division(), SizeSteps.FOLLOWING, context.placement());
      return new Guarded(policy, teacher, own.check());
    } catch (UnusableModelException problem) {
      return new TeacherInstead(teacher, name, Guarded.POOR, problem.getMessage());
    }
  }

  /** The source of drawn actions; absent if a policy does not explore. */
  public static Optional<Seed> exploration(boolean explores, PolicyContext context) {
    return explores ? Optional.of(context.seed().child("exploration")) : Optional.empty();
  }

  /** The division of a model, and the check of its decisions. */
  public record Checked(Division division, DecisionCheck check) {}

  /** Absent if the file cannot be found; reading it says why. */
  private static Optional<Version> version(Path path) {
    try {
      return Optional.of(new Version(Files.size(path), Files.getLastModifiedTime(path)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
