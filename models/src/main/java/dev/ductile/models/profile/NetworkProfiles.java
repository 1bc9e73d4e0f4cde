package dev.ductile.models.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The profiles of the product; each file is read at its first use. */
public final class NetworkProfiles {
  /** The devices: the part of a name after the at sign, and the name of a resource. */
  private static final List<String> DEVICES = List.of("h200", "h200-bf16", "k40m", "k520", "dl2");

  private static final int MOST_TYPOS = 3;

  private static final Map<String, List<NetworkProfile>> READ = new ConcurrentHashMap<>();

  private NetworkProfiles() {}

  /** All profiles, by device and in the order of their file. */
  public static List<NetworkProfile> all() {
    return DEVICES.stream().flatMap(device -> of(device).stream()).toList();
  }

  /** The profile of this name; if there is none, the message suggests a similar name. */
  public static NetworkProfile named(String name) {
    String device = name.substring(name.indexOf('@') + 1);
    List<NetworkProfile> candidates = DEVICES.contains(device) ? of(device) : all();
    return candidates.stream()
        .filter(profile -> profile.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
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

  private static String unknown(String name) {
    List<String> names = all().stream().map(NetworkProfile::name).toList();
    List<String> meant = new ArrayList<>();
    names.stream().filter(known -> known.startsWith(name + "@")).forEach(meant::add);
    if (meant.isEmpty()) {
      names.stream()
          .filter(known -> typos(name, known) <= MOST_TYPOS)
          .min(Comparator.comparingInt(known -> typos(name, known)))
          .ifPresent(meant::add);
    }
    String end =
        meant.isEmpty()
            ? "; `ductile profile --list` shows all"
            : "; did you mean %s?".formatted(String.join(" or ", meant));
    return "unknown profile \"%s\"%s".formatted(name, end);
  }

  /** The Levenshtein distance: the number of insertions, deletions and replacements. */
  private static int typos(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
