package dev.ductile.runtime.job.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Text of YAML as a tree. */
final class Document {
  private static final int MOST_BYTES = 1 << 20;
  private static final int DEEPEST = 16;

  private Document() {}

  static Entry read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new JobFileException(file + ": the file is larger than a job can be (1 MiB)");
      }
      return parse(file.toString(), new String(bytes, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new JobFileException(file + ": no such file", e);
    } catch (AccessDeniedException e) {
      throw new JobFileException(file + ": permission denied", e);
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "is a folder, not a file" : e.getMessage();
      throw new JobFileException(file + ": " + why, e);
    }
  }

  static Entry parse(String source, String text) {
    var options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    options.setNestingDepthLimit(DEEPEST);
    try {
      Node root = new Yaml(options).compose(new StringReader(text));
      if (root == null) {
        throw new JobFileException(source + ": the file is empty");
      }
      return new Entry(source, "", root);
    } catch (MarkedYAMLException e) {
      throw new JobFileException(place(source, e) + e.getProblem(), e);
    } catch (YAMLException e) {
      throw new JobFileException(source + ": " + e.getMessage(), e);
    }
  }

  private static String place(String source, MarkedYAMLException problem) {
    var mark = problem.getProblemMark();
    return mark == null
        ? source + ": "
        : "%s:%d:%d: ".formatted(source, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
