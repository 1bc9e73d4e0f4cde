package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.text.Binder;
import dev.ductile.text.Scalars;
import dev.ductile.text.TypeReader;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a job file that may be one word or number instead of a group of keys. */
final class JobTypeReaders {
  private static final Map<Class<?>, TypeReader<?>> ALL =
      Map.of(
          ModelEntry.class, (TypeReader<ModelEntry>) JobTypeReaders::model,
          DataEntry.class, (TypeReader<DataEntry>) JobTypeReaders::data,
          OptimizerEntry.class, (TypeReader<OptimizerEntry>) JobTypeReaders::optimizer,
          Synchrony.class, (TypeReader<Synchrony>) JobTypeReaders::synchrony,
          BatchEntry.class, (TypeReader<BatchEntry>) JobTypeReaders::batch,
          ValidationEntry.class, (TypeReader<ValidationEntry>) JobTypeReaders::validation);

  /** Records of which a file needs only the keys that differ. */
  static final List<Record> DEFAULTS = List.of(CheckpointSpec.DEFAULT, FaultSpec.DEFAULT);

  /** Binds a whole job file. */
  static final Binder BINDER = new Binder(ALL, DEFAULTS);

  private static final Pattern SSP = Pattern.compile("ssp\\(([0-9]{1,6})\\)");
  private static final Pattern NUMBER = Pattern.compile("[0-9.]+");

  private JobTypeReaders() {}

  private static ModelEntry model(Written written) {
    return written.node().isObject()
        ? BINDER.record(ModelEntry.class, written)
        : ModelEntry.of(Scalars.constant(ModelSpec.Kind.class, written));
  }

  private static DataEntry data(Written written) {
    return written.node().isObject()
        ? BINDER.record(DataEntry.class, written)
        : DataEntry.of(Scalars.text(written));
  }

  private static OptimizerEntry optimizer(Written written) {
    return written.node().isObject()
        ? BINDER.record(OptimizerEntry.class, written)
        : OptimizerEntry.of(Scalars.constant(OptimizerSpec.Kind.class, written));
  }

  private static Synchrony synchrony(Written written) {
    String text = Scalars.text(written);
    Matcher stale = SSP.matcher(text);
    if (stale.matches()) {
      return new Synchrony(Synchrony.Kind.SSP, Integer.parseInt(stale.group(1)));
    }
    if (text.equals("ssp")) {
      throw written.wrong("needs how many steps the fastest may be ahead: ssp(3)");
    }
    return new Synchrony(Scalars.constant(Synchrony.Kind.class, written), 0);
  }

  private static BatchEntry batch(Written written) {
    return written.node().isObject()
        ? BINDER.record(BatchEntry.class, written)
        : BatchEntry.of(Scalars.whole(written, 1, Integer.MAX_VALUE));
  }

  private static ValidationEntry validation(Written written) {
    if (written.node().isObject()) {
      return BINDER.record(ValidationEntry.class, written);
    }
    if (NUMBER.matcher(written.node().asText()).matches()) {
      throw written.wrong("must be a share such as 10%, or a file, not " + written.quoted());
    }
    return ValidationEntry.of(Scalars.text(written));
  }
}
