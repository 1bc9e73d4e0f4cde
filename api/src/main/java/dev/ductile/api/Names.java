package dev.ductile.api;

/** The rule for names: short, visible, and safe in file names and log lines. */
final class Names {
  private static final int LONGEST = 128;

  private Names() {}

  static void require(String what, String name) {
    if (name.isEmpty() || name.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a %s needs a name of 1 to %d characters, not %d"
              .formatted(what, LONGEST, name.length()));
    }
    for (int i = 0; i < name.length(); i++) {
      if (!allowed(name.charAt(i))) {
        throw new IllegalArgumentException(
            "%s name \"%s\" has the character '%s'; letters, digits and . _ - : / @ + are allowed"
                .formatted(what, name, printable(name.charAt(i))));
      }
    }
  }

  private static boolean allowed(char c) {
    return Character.isLetterOrDigit(c) || "._-:/@+".indexOf(c) >= 0;
  }

  private static String printable(char c) {
    return Character.isISOControl(c) ? "\\u%04x".formatted((int) c) : String.valueOf(c);
  }
}
