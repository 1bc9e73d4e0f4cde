package dev.ductile.cli.completion;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** An option of a command, as a shell completes it. */
record CompletedOption(
    List<String> names, String summary, Values values, Value value, boolean isRepeated) {
  /** Whether an option has a value. */
  enum Value {
    NONE,
    OPTIONAL,
    NEEDED
  }

  static CompletedOption of(OptionSpec option) {
    Value value =
        option.arity().max() == 0
            ? Value.NONE
            : option.arity().min() == 0 ? Value.OPTIONAL : Value.NEEDED;
    List<String> names =
        Stream.of(option.names()).sorted(Comparator.comparingInt(String::length)).toList();
    return new CompletedOption(
        names, Summary.of(option.description()), Values.of(option), value, option.isMultiValue());
  }
}
