package dev.ductile.cli.train;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A question to a running job of this user. */
public record ControlClient(String job, OptionalInt workers, OptionalInt servers) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** No change takes so long, unless somebody who is to leave does not. */
  private static final Duration LONGEST_CHANGE = Duration.ofMinutes(15);

  /** Asks, and waits until the job has the new size or has refused it. */
  public Reply ask(Map<String, String> environment) throws IOException {
    ControlFolder folder = ControlFolder.of(environment);
    var address = UnixDomainSocketAddress.of(folder.socket(job));
    try (var channel = SocketChannel.open(address)) {
      var bytes = ByteBuffer.wrap((question() + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      String answer = ControlServer.line(channel, LONGEST_CHANGE);
      return answer.isEmpty()
          ? new Reply.Refused("job %s has ended".formatted(job))
          : Reply.of(JSON.readTree(answer));
    } catch (ClosedChannelException e) {
      return new Reply.Refused(
          "job %s has not said for %d minutes that it has this size"
              .formatted(job, LONGEST_CHANGE.toMinutes()));
    } catch (ConnectException | java.nio.file.NoSuchFileException e) {
      throw nobody(folder, e);
    } catch (SocketException e) {
      throw nobody(folder, e);
    }
  }

  private ObjectNode question() {
    ObjectNode question = JSON.createObjectNode();
    workers.ifPresent(count -> question.put("workers", count));
    servers.ifPresent(count -> question.put("servers", count));
    return question;
  }

  private InputException nobody(ControlFolder folder, IOException cause) {
    List<String> others = folder.jobs().stream().filter(name -> !name.equals(job)).toList();
    String hint =
        others.isEmpty()
            ? ", nor is any other; 'ductile train JOB.yaml' starts one"
            : Suggestion.phrase(job, others);
    return new InputException("no job %s is training here%s".formatted(job, hint), cause);
  }
}
