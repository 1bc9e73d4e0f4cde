package dev.ductile.cli.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.cli.configuration.ConfiguredValue;
import dev.ductile.reports.Documents;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Setting;
import dev.ductile.text.TextFile;
import dev.ductile.text.Written;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job file on its way to a server.
 *
 * @param name for messages, and for a job without a name
 * @param folder where relative paths of the job begin
 * @param isGenerated whether the text is not the user's own, so that its lines mean nothing
 */
public record SubmittedFile(String name, Path folder, String text, boolean isGenerated) {
  private static final int MOST_BYTES = 1 << 20;
  private static final Setting.Form FORM = new Setting.Form("priority=10", Map.of());

  /**
   * Reads a file, or standard input for the name -. Relative paths begin in the folder of a job
   * file; those of a stream or a script begin in the working directory, as under Slurm.
   */
  public static SubmittedFile read(String name) {
    InputFile file = InputFile.of(Path.of(name));
    try (InputStream in = file.bytes()) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new InputException("%s is larger than %d KiB".formatted(file, MOST_BYTES >> 10));
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      boolean isJobFile = !file.isStream() && !JobFile.isScript(text);
      return new SubmittedFile(plain(name), isJobFile ? parent(file.path()) : here(), text, false);
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
  }

  /** A job without a file. */
  public static SubmittedFile of(ObjectNode job) {
    return new SubmittedFile("the command", here(), Documents.json(job), true);
  }

  private static Path here() {
    return Path.of("").toAbsolutePath().normalize();
  }

  private static Path parent(Path file) {
    return here().resolve(file).normalize().resolveSibling("").normalize();
  }

  private static String plain(String name) {
    return name.equals("-") ? "job.yaml" : String.valueOf(Path.of(name).getFileName());
  }

  /** The file with values of a command line. */
  public SubmittedFile with(List<String> settings) {
    if (settings.isEmpty()) {
      return this;
    }
    requireDocument("--set");
    return changed(Setting.on(document(), settings, FORM));
  }

  /** The file with configured values for the keys that it does not have. */
  public SubmittedFile withDefaults(Configuration configuration) {
    Map<String, String> labels = configuration.below(ConfigurationKey.LABELS);
    Optional<ConfiguredValue> queue = configuration.get(ConfigurationKey.QUEUE);
    Optional<ConfiguredValue> priority = configuration.get(ConfigurationKey.PRIORITY);
    if (isScript() || (labels.isEmpty() && queue.isEmpty() && priority.isEmpty())) {
      return this;
    }
    Written root = document().root();
    var settings = new LinkedHashMap<String, String>();
    queue.ifPresent(value -> settings.put("queue", value.value()));
    priority.ifPresent(value -> settings.put("priority", value.value()));
    settings.keySet().removeIf(key -> root.get(key).isPresent());
    labels.forEach((label, value) -> {
      if (root.get("labels").flatMap(own -> own.get(label)).isEmpty()) {
        settings.put("labels." + label, value);
      }
    });
    var all = new ArrayList<String>();
    settings.forEach((key, value) -> all.add(key + "=" + value));
    return with(all);
  }

  private Document document() {
    return Document.of(name, text);
  }

  private SubmittedFile changed(Document document) {
    return new SubmittedFile(name, folder, Documents.json(document.root().node()), true);
  }

  private boolean isScript() {
    return JobFile.isScript(text);
  }

  private void requireDocument(String option) {
    if (isScript()) {
      throw new InputException(
          "%s is for job files; %s is a script, so change its #SBATCH lines"
              .formatted(option, name));
    }
  }
}
