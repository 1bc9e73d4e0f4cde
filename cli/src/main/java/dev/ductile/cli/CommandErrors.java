package dev.ductile.cli;

import dev.ductile.rest.client.ClientException;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.UnreachableException;
import dev.ductile.rest.client.UnusableAnswerException;
import dev.ductile.scheduler.PolicyFailure;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Suggestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns a failure into one line on standard error and an exit status. */
final class CommandErrors {
  private static final int MOST_CAUSES = 20;

  /** The message of the system for a pipe without a reader. */
  private static final String NO_READER = "Broken pipe";

  private static final String KNOWN = " known: ";

  private CommandErrors() {}

  static int misused(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    Optional<InvalidPathException> path = invalidPath(mistake);
    tell(command, path.isPresent() ? message(path.get()) : plain(mistake) + suggestion(mistake));
    command.getErr().printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
    return ExitStatus.USAGE;
  }

  /** The message without words of Java. */
  private static String plain(ParameterException mistake) {
    boolean isGroup = !mistake.getCommandLine().getSubcommands().isEmpty();
    return String.valueOf(mistake.getMessage())
        .replaceFirst(
            "^Unmatched arguments? (at|from) index \\d+: ",
            isGroup ? "there is no command " : "one argument too many: ")
        .replaceFirst(" is not an? (int|long)$", " is not a whole number")
        .replaceFirst(" is not a (double|float)$", " is not a number");
  }

  static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (hasNoReader(failure)) {
      return ExitStatus.ERROR;
    }
    switch (failure) {
      case InputException mistake -> tell(command, message(mistake) + others(mistake));
      case PolicyFailure policy -> tell(command, message(policy));
      case ClientException unanswered -> {
        return unanswered(unanswered, command);
      }
      case UncheckedIOException trouble -> tell(command, message(trouble));
      case IOException trouble -> tell(command, trouble(trouble));
      case InvalidPathException name -> tell(command, message(name));
      case ParameterException mistake -> {
        return misused(mistake, new String[0]);
      }
      default -> {
        return broken(failure, command);
      }
    }
    return ExitStatus.ERROR;
  }

  /** An answer that is not a success, or none. */
  private static int unanswered(ClientException failure, CommandLine command) {
    return switch (failure) {
      case ProblemException refused -> {
        tell(command, refused.getMessage());
        refused.problem().mistakes().stream()
            .filter(mistake -> !refused.getMessage().contains(mistake))
            .map(mistake -> withoutKnown(mistake, refused.getMessage()))
            .forEach(mistake -> tell(command, mistake));
        yield ExitStatus.of(refused.problem());
      }
      case UnreachableException lost -> {
        tell(
            command,
            lost.getMessage()
                + "; 'ductile server' starts a server here, --server names another one, and 'ductile doctor' looks for the cause");
        yield ExitStatus.UNREACHABLE;
      }
      case UnusableAnswerException foreign -> {
        tell(command, foreign.getMessage());
        yield ExitStatus.ERROR;
      }
    };
  }

  /** A further mistake without the list of known words that the first one has. */
  private static String withoutKnown(String mistake, String first) {
    int known = mistake.indexOf(KNOWN);
    return known > 0 && first.endsWith(mistake.substring(known))
        ? mistake.substring(0, known).replaceFirst(";$", "")
        : mistake;
  }

  /** Whether the reader of a pipe has ended, as {@code head} does; that is no failure. */
  private static boolean hasNoReader(Exception failure) {
    return causes(failure)
        .anyMatch(cause -> cause instanceof IOException && NO_READER.equals(cause.getMessage()));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MOST_CAUSES);
  }

  /**
   * A failure that is not the user's: a defect of Ductile or of a plug-in, or too little memory.
   */
  static int broken(Throwable failure, CommandLine command) {
    tell(command, failure instanceof OutOfMemoryError ? tooLittle(failure) : defect(failure));
    if (Boolean.getBoolean("ductile.trace")) {
      failure.printStackTrace(command.getErr());
    }
    return ExitStatus.ERROR;
  }

  private static String tooLittle(Throwable full) {
    return "too little memory (%s); DUCTILE_JAVA_OPTS=-Xmx8g allows 8 GiB"
        .formatted(full.getMessage());
  }

  /** The first frame outside of Java's own classes decides between Ductile and a plug-in. */
  private static String defect(Throwable failure) {
    Optional<StackTraceElement> place =
        Stream.of(failure.getStackTrace())
            .filter(frame -> !frame.getClassName().matches("(java|javax|jdk|sun)\\..*"))
            .findFirst();
    String at = place.map(frame -> " at " + frame).orElse("");
    boolean isForeign =
        place.filter(frame -> !frame.getClassName().startsWith("dev.ductile.")).isPresent();
    String what =
        isForeign
            ? "the plug-in class %s failed".formatted(place.orElseThrow().getClassName())
            : "this is a bug in Ductile, please report it";
    return "%s: %s%s (DUCTILE_JAVA_OPTS=-Dductile.trace=true shows more)"
        .formatted(what, failure, at);
  }

  private static Optional<InvalidPathException> invalidPath(ParameterException mistake) {
    return causes(mistake)
        .filter(InvalidPathException.class::isInstance)
        .map(InvalidPathException.class::cast)
        .findFirst();
  }

  private static String message(InvalidPathException name) {
    return "\"%s\" cannot name a file in this locale; set LC_ALL=C.UTF-8"
        .formatted(name.getInput());
  }

  private static void tell(CommandLine command, String line) {
    command.getErr().println("ductile: " + line.replaceAll("\\p{Cntrl}+", " ").strip());
    command.getErr().flush();
  }

  private static String message(Exception failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  /** The number of the other mistakes; {@code validate} lists them. */
  private static String others(InputException mistake) {
    int others = mistake.mistakes().size() - 1;
    if (others == 0) {
      return "";
    }
    return mistake
        .place()
        .filter(place -> !place.source().matches("-.*|standard input"))
        .map(place ->
            " (and %d more; 'ductile validate %s --most %d' lists them)"
                .formatted(others, quoted(place.source()), Mistakes.MOST))
        .orElse(" (and %d more)".formatted(others));
  }

  /** A path as a shell reads it. */
  private static String quoted(String path) {
    return path.matches("\\S+") ? path : "\"%s\"".formatted(path);
  }

  /** The nearest command or option; picocli's own suggestions do not know swapped letters. */
  private static String suggestion(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String word = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
      CommandSpec command = mistake.getCommandLine().getCommandSpec();
      Set<String> known =
          word.startsWith("-") ? command.optionsMap().keySet() : command.subcommands().keySet();
      return Suggestion.nearest(word, known).map("; did you mean \"%s\"?"::formatted).orElse("");
    }
    return "";
  }

  private static String trouble(IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException missing -> "there is no file %s".formatted(missing.getFile());
      case AccessDeniedException denied -> "no permission for %s".formatted(denied.getFile());
      case FileSystemException file when file.getReason() != null ->
          "%s: %s".formatted(file.getFile(), file.getReason());
      default -> message(trouble);
    };
  }
}
