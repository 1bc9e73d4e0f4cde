package dev.ductile.cli;

import dev.ductile.runtime.job.file.JobFileException;
import dev.ductile.scenario.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line on standard error and an exit status. */
final class Failures {
  private Failures() {}

  static int misused(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    tell(command, mistake.getMessage() + suggestion(mistake));
    command.getErr().printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
    return Exit.USAGE;
  }

  static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    switch (failure) {
      case InputException mistake -> tell(command, message(mistake));
      case JobFileException mistake -> tell(command, mistake.getMessage());
      case UncheckedIOException trouble -> tell(command, message(trouble));
      case IOException trouble -> tell(command, trouble(trouble));
      case ParameterException mistake -> {
        return misused(mistake, new String[0]);
      }
      default -> {
        tell(command, "this is a bug in Ductile, please report it: " + failure);
        failure.printStackTrace(command.getErr());
      }
    }
    return Exit.ERROR;
  }

  private static void tell(CommandLine command, String line) {
    command.getErr().println("ductile: " + line);
  }

  private static String message(Exception failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private static String suggestion(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      List<String> similar = unmatched.getSuggestions();
      if (!similar.isEmpty()) {
        return "; did you mean " + similar.getFirst() + "?";
      }
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
