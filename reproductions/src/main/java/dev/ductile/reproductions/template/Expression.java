package dev.ductile.reproductions.template;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates an arithmetic expression such as {@code 2 * (jobs + 1)}. */
final class Expression {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*([0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?|[A-Za-z][A-Za-z0-9_]*|[-+*/^(),])\\s*");
  private static final int DEEPEST = 50;

  private final String text;
  private final List<String> tokens;
  private final ToDoubleFunction<String> quantities;
  private int at;
  private int depth;

  private Expression(String text, ToDoubleFunction<String> quantities) {
    this.text = text;
    this.tokens = tokens(text);
    this.quantities = quantities;
  }

  /**
   * The value of an expression.
   *
   * @param quantities the value of each name
   */
  static double value(String text, ToDoubleFunction<String> quantities) {
    var expression = new Expression(text, quantities);
    double value = expression.sum();
    if (expression.at < expression.tokens.size()) {
      throw expression.wrong("\"%s\" comes unexpected".formatted(expression.next()));
    }
    if (!Double.isFinite(value)) {
      throw expression.wrong("it comes to %s".formatted(value));
    }
    return value;
  }

  private List<String> tokens(String sum) {
    var found = new java.util.ArrayList<String>();
    Matcher matcher = TOKEN.matcher(sum);
    int end = 0;
    while (end < sum.length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        throw wrong("\"%s\" is no part of a sum".formatted(sum.substring(end)));
      }
      found.add(matcher.group(1));
      end = matcher.end();
    }
    return List.copyOf(found);
  }

  private double sum() {
    double value = product();
    while (isNext("+") || isNext("-")) {
      value = next().equals("+") ? value + product() : value - product();
    }
    return value;
  }

  private double product() {
    double value = power();
    while (isNext("*") || isNext("/")) {
      value = next().equals("*") ? value * power() : value / power();
    }
    return value;
  }

  private double power() {
    if (isNext("-")) {
      next();
      return -power();
    }
    double base = atom();
    if (isNext("^")) {
      next();
      return StrictMath.pow(base, power());
    }
    return base;
  }

  private double atom() {
    if (++depth > DEEPEST) {
      throw wrong("it is nested too deeply");
    }
    String token = next();
    double value;
    if (token.equals("(")) {
      value = sum();
      expect(")");
    } else if (Character.isLetter(token.charAt(0))) {
      value = isNext("(") ? function(token) : quantities.applyAsDouble(token);
    } else if (Character.isDigit(token.charAt(0)) || token.charAt(0) == '.') {
      value = Double.parseDouble(token);
    } else {
      throw wrong("\"%s\" comes unexpected".formatted(token));
    }
    depth--;
    return value;
  }

  private double function(String name) {
    expect("(");
    double first = sum();
    double value =
        switch (name) {
          case "floor" -> StrictMath.floor(first);
          case "ceil" -> StrictMath.ceil(first);
          case "round" -> StrictMath.rint(first);
          case "sqrt" -> StrictMath.sqrt(first);
          case "log" -> StrictMath.log(first);
          case "exp" -> StrictMath.exp(first);
          case "min" -> Math.min(first, second());
          case "max" -> Math.max(first, second());
          default ->
              throw wrong(
                  "there is no \"%s\"; there are floor, ceil, round, sqrt, log, exp, min, max"
                      .formatted(name));
        };
    expect(")");
    return value;
  }

  private double second() {
    expect(",");
    return sum();
  }

  private boolean isNext(String token) {
    return at < tokens.size() && tokens.get(at).equals(token);
  }

  private String next() {
    if (at >= tokens.size()) {
      throw wrong("it ends too early");
    }
    return tokens.get(at++);
  }

  private void expect(String token) {
    if (!isNext(token)) {
      throw wrong("\"%s\" is missing".formatted(token));
    }
    at++;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("cannot work out \"%s\": %s".formatted(text.strip(), what));
  }
}
