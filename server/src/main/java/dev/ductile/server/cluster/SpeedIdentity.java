package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Demand;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.rest.Json;
import dev.ductile.text.PlainValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parts of a request on which the speed of the job depends, apart from its size: the program
 * and the resources of its tasks. Jobs with equal hashes are expected to be equally fast.
 */
final class SpeedIdentity {
  /** Differ from job to job of an array. */
  private static final Set<String> OF_ARRAYS =
      Set.of("DUCTILE_ARRAY_INDEX", "DUCTILE_ARRAY_SIZE", "SLURM_ARRAY_TASK_ID");

  /** Keys of a training job that do not change the time of a step. */
  private static final List<String> WITHOUT_EFFECT =
      List.of("kind", "job", "stop", "workers", "servers", "checkpoint", "faults", "seed");

  private static final String INLINE = "--inline";

  /** Options of a Java virtual machine, which depend on the caches of an installation. */
  private static final String JAVA_OPTION = "-X";

  private SpeedIdentity() {}

  /** The hash for this request. */
  static String of(JobSpec spec) {
    Demand demand = spec.demand();
    Program program = spec.program();
    return hash(
        List.of(
            PlainValue.word(spec.aggregation()),
            Words.amounts(demand.worker()),
            Words.amounts(demand.server()),
            demand.device().resource(),
            demand.device().type(),
            new TreeMap<>(demand.labels().values()),
            command(program.command()),
            environment(program),
            program.directory()));
  }

  private static Map<String, String> environment(Program program) {
    var environment = new TreeMap<>(program.environment());
    environment.keySet().removeAll(OF_ARRAYS);
    return environment;
  }

  private static List<String> command(List<String> words) {
    var command = new ArrayList<String>();
    for (String word : words) {
      boolean isJob = !command.isEmpty() && command.getLast().equals(INLINE);
      if (isJob) {
        command.add(trainingJob(word));
      } else if (!word.startsWith(JAVA_OPTION)) {
        command.add(word);
      }
    }
    return command;
  }

  /** The keys of a training job on which its speed depends. */
  private static String trainingJob(String json) {
    try {
      return Json.MAPPER.readTree(json) instanceof ObjectNode keys
          ? keys.remove(WITHOUT_EFFECT).toString()
          : json;
    } catch (JsonProcessingException otherProgram) {
      return json;
    }
  }

  private static String hash(List<Object> parts) {
    try {
      byte[] text = Json.MAPPER.writeValueAsString(parts).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (JsonProcessingException | NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("a request cannot be hashed", impossible);
    }
  }
}
