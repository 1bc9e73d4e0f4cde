package dev.ductile.cli;

import dev.ductile.cli.manual.ManualPage;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints manual pages, made from the help texts. */
@Command(
    name = "man",
    mixinStandardHelpOptions = true,
    header = "Prints manual pages.",
    description = {
      "",
      "Prints the page of ductile or of one command, or writes all pages into a folder. They are"
          + " made of the help texts, so they have the options of this version."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile man simulate | man -l -", "  ductile man --out ~/.local/share/man/man1"})
final class ManCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      completionCandidates = HelpCommand.Commands.class,
      description = "The command; without it, the page of ductile.")
  private List<String> command = List.of();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Writes all pages into this folder, such as ductile.1 and ductile-run.1.")
  private Optional<Path> out = Optional.empty();

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    if (out.isPresent() && !command.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--out writes all pages; leave out --out or COMMAND");
    }
    CommandLine root = Main.commandLine();
    if (out.isPresent()) {
      write(root, out.get());
    } else {
      CommandLine named = HelpCommand.named(root, command, spec);
      Output.print(page(named).text());
    }
    return ExitStatus.OK;
  }

  private void write(CommandLine root, Path folder) throws IOException {
    Files.createDirectories(folder);
    var all = new ArrayList<CommandLine>(List.of(root));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).getSubcommands().values());
    }
    for (CommandLine one : all) {
      ManualPage page = page(one);
      OutputFile.write(folder.resolve(page.name() + ".1"), page.text());
    }
    console.note("%d manual pages: %s".formatted(all.size(), folder));
  }

  private static ManualPage page(CommandLine command) {
    List<String> words = List.of(command.getCommandSpec().qualifiedName().split(" ", -1));
    String name = words.size() == 1 ? words.getFirst() : words.get(1);
    return new ManualPage(command, Version.ofDuctile(), ExitMeaning.of(name));
  }
}
