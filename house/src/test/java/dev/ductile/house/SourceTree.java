package dev.ductile.house;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The text files of the repository, without files that a build or an editor makes. */
record SourceTree(Path root) {
  private static final Set<String> NOT_OURS =
      Set.of(".git", ".idea", ".settings", ".vscode", "node_modules", "shared", "target");
  private static final Set<String> NOT_WRITTEN =
      Set.of("class", "csv", "gz", "ico", "jar", "jsonl", "log", "png", "svg", "zip");
  private static final long LARGEST_WRITTEN_BYTES = 1 << 20;

  static SourceTree here() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(".mvn"))) {
      var parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "no folder above %s has .mvn".formatted(Path.of("").toAbsolutePath()));
      }
      folder = parent;
    }
    return new SourceTree(folder);
  }

  /** Each file's text by its path from the root, with {@code /} between folders. */
  Map<String, String> texts() throws IOException {
    var texts = new TreeMap<String, String>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && isWritten(file, attributes.size())) {
              read(file, texts);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return texts;
  }

  private void read(Path file, Map<String, String> texts) throws IOException {
    try {
      texts.put(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
    } catch (CharacterCodingException notText) {
      // An image or another binary file whose ending is not in the list above.
    }
  }

  private static boolean isWritten(Path file, long bytes) {
    var name = String.valueOf(file.getFileName());
    return bytes <= LARGEST_WRITTEN_BYTES
        && !NOT_OURS.contains(name)
        && !NOT_WRITTEN.contains(name.substring(name.lastIndexOf('.') + 1));
  }
}
