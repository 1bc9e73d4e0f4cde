package dev.ductile.learned.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a safetensors file.
 *
 * @param metadata texts by their keys
 * @param tensors tensors by their names
 */
record TensorFile(SortedMap<String, String> metadata, SortedMap<String, Tensor> tensors) {
  /** The key of the metadata that lists nothing but metadata. */
  static final String METADATA = "__metadata__";

  /** The bytes before the header: its length. */
  static final int PREFIX = Long.BYTES;

  TensorFile {
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    tensors = Collections.unmodifiableSortedMap(new TreeMap<>(tensors));
  }
}
