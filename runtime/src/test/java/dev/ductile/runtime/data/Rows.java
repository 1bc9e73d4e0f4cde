package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Examples as lines that can be compared. */
final class Rows {
  private Rows() {}

  /** Each example as {@code label feature:value ...}, features from 0. */
  static List<String> of(Examples examples) {
    var rows = new ArrayList<String>();
    for (int i = 0; i < examples.count(); i++) {
      var row = new StringBuilder().append(examples.labels()[i]);
      int from = examples.starts()[i];
      for (int j = from; j < examples.starts()[i + 1]; j++) {
        int feature = examples.isDense() ? j - from : examples.features()[j];
        row.append(' ').append(feature).append(':').append(examples.values()[j]);
      }
      rows.add(row.toString());
    }
    return rows;
  }

  static List<String> of(SplitSource source, int splits, Path directory) throws IOException {
    var files = new TreeMap<Integer, Path>();
    for (int k = 0; k < splits; k++) {
      files.put(k, directory.resolve("split-" + k));
    }
    var counts = source.write(files);
    var rows = new ArrayList<String>();
    for (var file : files.entrySet()) {
      Examples split = SplitFile.read(file.getValue());
      if (split.count() != counts.getOrDefault(file.getKey(), -1)
          || split.count() != SplitFile.count(file.getValue())) {
        throw new AssertionError("the counts of split %d differ".formatted(file.getKey()));
      }
      rows.addAll(of(split));
    }
    return rows;
  }

  /** To compare many rows in any order: the comparison of AssertJ takes quadratic time. */
  static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }

  /** The source of stored examples. */
  static SplitSource stored(
      String where, Format format, int features, ClassLabels labels, int splits) {
    return files -> read(Storage.find(where), format, features, labels, splits).write(files);
  }

  static StoredFile read(
      Storage storage, Format format, int features, ClassLabels labels, int splits)
      throws IOException {
    Head head = Head.of(storage, format, features, labels);
    return new StoredFile(storage, head, features, splits, HeldOut.NOTHING);
  }
}
