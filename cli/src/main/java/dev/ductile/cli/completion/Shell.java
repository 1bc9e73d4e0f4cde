package dev.ductile.cli.completion;

import java.util.List;
import picocli.CommandLine;

/** The shells that can complete the command line. */
public enum Shell {
  bash,
  zsh,
  fish;

  /** A script for this shell, with all commands of a command line. */
  public String script(CommandLine root) {
    List<CompletedCommand> commands = CompletedCommand.all(root);
    return switch (this) {
      case bash -> new BashScript(commands).text();
      case zsh -> new ZshScript(commands).text();
      case fish -> new FishScript(commands).text();
    };
  }
}
