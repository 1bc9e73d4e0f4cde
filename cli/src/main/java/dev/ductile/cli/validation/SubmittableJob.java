package dev.ductile.cli.validation;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Reason;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.text.InputFile;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Checks a job file; the cluster that it is meant for is not known. */
record SubmittableJob(Catalog catalog) {
  /**
   * Checks a document or a script.
   *
   * @param root the document; not read for a script
   */
  Finding check(InputFile file, Supplier<Written> root) {
    var reader = new JobFile(catalog, Nodes.NONE, Path.of(""));
    JobRequest request =
        !file.isStream() && JobFile.isScript(file.start())
            ? reader.read(file)
            : reader.of(root.get());
    JobSpec first = request.jobs().getFirst();
    return Finding.valid(
        file.toString(),
        CheckedKind.JOB,
        "%s %s, %s"
            .formatted(
                request.jobs().size() == 1 ? "job" : Reason.count(request.jobs().size(), "job"),
                request.name(),
                sizes(first)),
        request.notes());
  }

  private static String sizes(JobSpec job) {
    String sizes = job.bounds().text();
    return job.bounds().servers().most() == 0 ? "workers: " + sizes : sizes;
  }
}
