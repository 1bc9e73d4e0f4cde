package dev.ductile.cli.service;

import java.util.function.Function;

/**
 * A column of a list.
 *
 * @param isWide whether only wide tables have it
 * @param shown its text for people
 * @param plain its text for programs
 */
public record Column<T>(
    String title, boolean isWide, Function<T, String> shown, Function<T, String> plain) {
  static <T> Column<T> of(String title, Function<T, String> text) {
    return new Column<>(title, false, text, text);
  }

  static <T> Column<T> of(String title, Function<T, String> shown, Function<T, String> plain) {
    return new Column<>(title, false, shown, plain);
  }

  static <T> Column<T> wide(String title, Function<T, String> text) {
    return new Column<>(title, true, text, text);
  }

  static <T> Column<T> wide(String title, Function<T, String> shown, Function<T, String> plain) {
    return new Column<>(title, true, shown, plain);
  }
}
