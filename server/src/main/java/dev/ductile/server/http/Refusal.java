package dev.ductile.server.http;

import dev.ductile.rest.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An answer that is not a success, thrown by a handler or a check. It has no stack trace. */
public final class Refusal extends RuntimeException {
  private static final String INFEASIBLE = "infeasible";

  private final Problem problem;
  private final Map<String, String> headers;

  private Refusal(Problem problem, Map<String, String> headers) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.headers = Map.copyOf(headers);
  }

  public static Refusal of(Problem problem) {
    return new Refusal(problem, Map.of());
  }

  /** A malformed request: 400. */
  public static Refusal invalid(String detail) {
    return of(problem("invalid-request", "The request is not valid", 400, detail));
  }

  /** A file with mistakes: 422. */
  public static Refusal mistakes(String detail, List<String> mistakes) {
    return of(new Problem("invalid-file", "The file has mistakes", 422, detail, mistakes));
  }

  /** A request without a valid token: 401. */
  public static Refusal unauthorized(String detail) {
    return new Refusal(
        problem("unauthorized", "A valid token is needed", 401, detail),
        Map.of("WWW-Authenticate", "Bearer"));
  }

  /** A request whose user lacks the right: 403. */
  public static Refusal forbidden(String detail) {
    return of(problem("forbidden", "You may not do this", 403, detail));
  }

  /** An unknown thing, or one of which the user may not know: 404. */
  public static Refusal notFound(String detail) {
    return of(problem("not-found", "There is no such thing", 404, detail));
  }

  /** A request that the state of its object does not allow: 409. */
  public static Refusal conflict(String detail) {
    return of(problem("conflict", "The state does not allow this", 409, detail));
  }

  /** Jobs that the whole cluster cannot hold: 409. */
  public static Refusal infeasible(String detail, List<String> problems) {
    return of(new Problem(INFEASIBLE, "The job can never start", 409, detail, problems));
  }

  /** Something that existed and was deleted: 410. */
  public static Refusal gone(String detail) {
    return of(problem("gone", "It was deleted", 410, detail));
  }

  /** A method that the path does not have: 405. */
  static Refusal method(String allowed) {
    return new Refusal(
        problem("method-not-allowed", "The path has no such method", 405, "allowed: " + allowed),
        Map.of("Allow", allowed));
  }

  static Refusal tooLarge(long most) {
    return of(
        problem(
            "too-large",
            "The body is too large",
            413,
            "the body of this request may have %d bytes".formatted(most)));
  }

  static Refusal unexpectedBody() {
    return of(
        problem(
            "unexpected-body",
            "The request takes no body",
            413,
            "this request takes no body; send it without one, or with {}"));
  }

  static Refusal mediaType(String given, List<String> known) {
    return of(
        problem(
            "unsupported-media-type",
            "The body has another content type",
            415,
            "Content-Type is %s; this route takes %s"
                .formatted(given.isEmpty() ? "missing" : given, String.join(", ", known))));
  }

  static Refusal wrongHost(String detail) {
    return of(problem("unknown-host", "The request is for another host", 421, detail));
  }

  static Refusal tooMany(String detail, Duration wait) {
    return new Refusal(problem("too-many-requests", "Too many requests", 429, detail), after(wait));
  }

  /** A service that cannot answer now: 503. */
  public static Refusal unavailable(String detail, Duration wait) {
    return new Refusal(
        problem("unavailable", "The service cannot answer now", 503, detail), after(wait));
  }

  static Refusal late() {
    return of(problem("timeout", "The body came too slowly", 408, "send the body within 30 s"));
  }

  public Problem problem() {
    return problem;
  }

  Map<String, String> headers() {
    return headers;
  }

  private static Problem problem(String type, String title, int status, String detail) {
    return new Problem(type, title, status, detail, List.of());
  }

  private static Map<String, String> after(Duration wait) {
    return Map.of("Retry-After", Long.toString(Math.max(1, wait.toSeconds())));
  }
}
