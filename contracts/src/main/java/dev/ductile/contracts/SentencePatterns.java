package dev.ductile.contracts;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The regular expressions of {@link SentenceCheck}, each compiled once for all plans. */
final class SentencePatterns {
  private final Map<String, Pattern> compiled = new ConcurrentHashMap<>();

  Pattern of(String expression) {
    return compiled.computeIfAbsent(expression, Pattern::compile);
  }
}
