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

/** The profiles that come with the product, each read when it is first asked for. */
public final class Profiles {
  /** The part of a name behind the at sign, and the name of a resource. */
  private static final List<String> DEVICES = List.of("h200", "h200-bf16", "k40m", "k520", "dl2");

  private static final int MOST_TYPOS = 3;

  private static final Map<String, List<Profile>> READ = new ConcurrentHashMap<>();

  private Profiles() {}

  /** All of them, by device and in the order of their source. */
  public static List<Profile> all() {
    return DEVICES.stream().flatMap(device -> of(device).stream()).toList();
  }

  /** The profile of this name; if there is none, the message says which one may be meant. */
  public static Profile named(String name) {
    String device = name.substring(name.indexOf('@') + 1);
    List<Profile> candidates = DEVICES.contains(device) ? of(device) : all();
    return candidates.stream()
        .filter(profile -> profile.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  private static List<Profile> of(String device) {
    return READ.computeIfAbsent(device, Profiles::read);
  }

  private static List<Profile> read(String device) {
    try (var in = Profiles.class.getResourceAsStream(device + ".csv")) {
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
    List<String> names = all().stream().map(Profile::name).toList();
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

  /** How many letters to insert, delete or replace (Levenshtein). */
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
