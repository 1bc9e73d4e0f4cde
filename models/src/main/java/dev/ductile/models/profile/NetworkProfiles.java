package dev.ductile.models.profile;

import dev.ductile.api.UnknownNameException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The profiles of the product; each file is read at its first use. */
public final class NetworkProfiles {
  /** The devices: the part of a name after the at sign, and the name of a resource. */
  private static final List<String> DEVICES = List.of("h200", "h200-bf16", "k40m", "k520", "dl2");

  private static final Map<String, List<NetworkProfile>> READ = new ConcurrentHashMap<>();

  private NetworkProfiles() {}

  /** All profiles, by device and in the order of their file. */
  public static List<NetworkProfile> all() {
    return DEVICES.stream().flatMap(device -> of(device).stream()).toList();
  }

  /** The profile of this name; an {@link UnknownNameException} if there is none. */
  public static NetworkProfile named(String name) {
    String device = name.substring(name.indexOf('@') + 1);
    List<NetworkProfile> candidates = DEVICES.contains(device) ? of(device) : all();
    return candidates.stream()
        .filter(profile -> profile.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new UnknownNameException(
                "profile", name, all().stream().map(NetworkProfile::name).toList()));
  }

  private static List<NetworkProfile> of(String device) {
    return READ.computeIfAbsent(device, NetworkProfiles::read);
  }

  private static List<NetworkProfile> read(String device) {
    try (var in = NetworkProfiles.class.getResourceAsStream(device + ".csv")) {
      if (in == null) {
        throw new IllegalStateException("%s.csv is missing from the program".formatted(device));
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return List.copyOf(ProfileFile.read(device, text.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
