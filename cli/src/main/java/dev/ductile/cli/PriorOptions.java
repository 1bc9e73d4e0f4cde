package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.UnknownNameException;
import dev.ductile.models.fit.Prior;
import dev.ductile.models.profile.NetworkProfiles;
import dev.ductile.models.profile.ProfileModel;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import dev.ductile.text.Suggestion;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options of a prior: the speed that is assumed before measurements, from a profile over a
 * link.
 */
final class PriorOptions {
  @Option(
      names = "--prior",
      paramLabel = "PROFILE",
      completionCandidates = Known.Profiles.class,
      description =
          "A profile, such as resnet50@h200, that fills in for missing measurements, up to a"
              + " constant factor; needs --link.")
  private Optional<String> profile = Optional.empty();

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = "The bandwidth between the workers of the prior, such as 25Gbps.")
  private Optional<String> link = Optional.empty();

  boolean isGiven() {
    return profile.isPresent() || link.isPresent();
  }

  Optional<Prior> prior() {
    return parameters().map(Prior::of);
  }

  /** The prior as a scenario has it. */
  Optional<ObjectNode> written() {
    return parameters()
        .map(given ->
            JsonNodeFactory.instance
                .objectNode()
                .put("name", given.name())
                .put("link", link.orElseThrow()));
  }

  private Optional<ProfileModel.Parameters> parameters() {
    if (profile.isPresent() != link.isPresent()) {
      throw new InputException(
          "--prior and --link need each other: a profile, and the link between its workers");
    }
    return profile.map(name -> known(name, bandwidth(link.orElseThrow())));
  }

  private static ProfileModel.Parameters known(String name, Bandwidth link) {
    try {
      if (NetworkProfiles.named(name).hasNoTimes()) {
        throw new InputException(
            "--prior: profile %s has no times, so it has no speed".formatted(name));
      }
      return ProfileModel.Parameters.of(name, link);
    } catch (UnknownNameException unknown) {
      throw new InputException(
          "--prior: %s%s"
              .formatted(unknown.getMessage(), Suggestion.phrase(unknown.name(), unknown.known())),
          unknown);
    } catch (IllegalArgumentException broken) {
      throw new InputException("--prior: " + broken.getMessage(), broken);
    }
  }

  private static Bandwidth bandwidth(String rate) {
    return Quantity.bytesPerSecond(rate)
        .map(Bandwidth::new)
        .orElseThrow(() ->
            new InputException("--link needs a rate such as 25Gbps, not \"%s\"".formatted(rate)));
  }
}
