package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.cli.service.SubmittedFile;
import dev.ductile.rest.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a job that is a command. */
final class CommandJobOptions {
  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "For a command: the name of the job (default: the program's).")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--workers",
      paramLabel = "SIZES",
      description = "For a command: its workers, such as 2 or 1..4 (default: 1).")
  private Optional<String> workers = Optional.empty();

  @Option(names = "--cpu", paramLabel = "N", description = "For a command: processors of a worker.")
  private Optional<Double> cpu = Optional.empty();

  @Option(names = "--gpu", paramLabel = "N", description = "For a command: GPUs of a worker.")
  private Optional<Double> gpu = Optional.empty();

  @Option(
      names = "--memory",
      paramLabel = "AMOUNT",
      description = "For a command: memory of a worker, such as 16GiB.")
  private Optional<String> memory = Optional.empty();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "For a command: a variable of its environment; may be repeated.")
  private Map<String, String> variables = Map.of();

  /** The names of the options that are given. */
  List<String> given() {
    var given = new ArrayList<String>();
    name.ifPresent(_ -> given.add("--name"));
    workers.ifPresent(_ -> given.add("--workers"));
    cpu.ifPresent(_ -> given.add("--cpu"));
    gpu.ifPresent(_ -> given.add("--gpu"));
    memory.ifPresent(_ -> given.add("--memory"));
    if (!variables.isEmpty()) {
      given.add("--env");
    }
    return given;
  }

  /** The job file of a command. */
  SubmittedFile file(List<String> command) {
    ObjectNode job = Json.MAPPER.createObjectNode();
    job.put("name", name.orElseGet(() -> program(command.getFirst())));
    ObjectNode worker = Json.MAPPER.createObjectNode();
    cpu.ifPresent(count -> worker.put("cpu", count));
    gpu.ifPresent(count -> worker.put("gpu", count));
    memory.ifPresent(amount -> worker.put("memory", amount));
    if (!worker.isEmpty()) {
      job.set("worker", worker);
    }
    ObjectNode bounds = job.putObject("bounds").putObject("workers");
    TaskRange range = TaskRange.of("--workers", workers.orElse("1"));
    bounds.put("min", range.least()).put("max", range.most());
    if (!variables.isEmpty()) {
      ObjectNode program = job.putObject("program");
      command.forEach(program.putArray("command")::add);
      variables.forEach(program.putObject("env")::put);
    } else {
      command.forEach(job.putArray("command")::add);
    }
    return SubmittedFile.of(job);
  }

  /** The name of a program without its folder, in the characters of a name. */
  private static String program(String command) {
    String plain = command.replaceFirst(".*/", "").replaceAll("[^A-Za-z0-9._-]", "-");
    return plain.matches("[A-Za-z0-9].*") ? plain : "job";
  }
}
