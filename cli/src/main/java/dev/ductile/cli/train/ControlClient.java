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

/** A request to a running job of this user for another size. */
public record ControlClient(String job, OptionalInt workers, OptionalInt servers) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The longest wait for a change of size. */
  private static final Duration LONGEST_CHANGE = Duration.ofMinutes(15);

  /** Whether a process of this user trains the job. */
  public boolean isTraining(Map<String, String> environment) {
    return ControlFolder.isAnswered(ControlFolder.of(environment).socket(job));
  }

  /** Sends the request, and waits until the job has the new size or refuses it. */
  public Reply ask(Map<String, String> environment) throws IOException {
    ControlFolder folder = ControlFolder.of(environment);
    var address = UnixDomainSocketAddress.of(folder.socket(job));
    try (var channel = SocketChannel.open(address)) {
      var bytes = ByteBuffer.wrap((request() + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      String answer = ControlServer.line(channel, LONGEST_CHANGE);
      return answer.isEmpty()
          ? new Reply.Refused("job %s has ended".formatted(job))
          : Reply.of(JSON.readTree(answer));
    } catch (ClosedChannelException e) {
      return new Reply.Refused(
          "job %s has not confirmed this size within %d minutes"
              .formatted(job, LONGEST_CHANGE.toMinutes()));
    } catch (ConnectException | java.nio.file.NoSuchFileException e) {
      throw noJob(folder, e);
    } catch (SocketException e) {
      throw noJob(folder, e);
    }
  }

  private ObjectNode request() {
    ObjectNode request = JSON.createObjectNode();
    workers.ifPresent(count -> request.put("workers", count));
    servers.ifPresent(count -> request.put("servers", count));
    return request;
  }

  private InputException noJob(ControlFolder folder, IOException cause) {
    List<String> others = folder.jobs().stream().filter(name -> !name.equals(job)).toList();
    String hint =
        others.isEmpty()
            ? ", nor is any other; 'ductile train JOB.yaml' starts one"
            : Suggestion.phrase(job, others);
    return new InputException("no job %s is training here%s".formatted(job, hint), cause);
  }
}
