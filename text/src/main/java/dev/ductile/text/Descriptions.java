package dev.ductile.text;

import java.util.Optional;

/** Sentences about record types and their components, for schemas. */
public interface Descriptions {
  /** Describes nothing. */
  Descriptions NONE =
      new Descriptions() {
        @Override
        public Optional<String> of(Class<?> type) {
          return Optional.empty();
        }

        @Override
        public Optional<String> of(Class<?> type, String component) {
          return Optional.empty();
        }
      };

  Optional<String> of(Class<?> type);

  Optional<String> of(Class<?> type, String component);
}
