package dev.ductile.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A route that is being described. It takes no body and answers JSON unless it says otherwise. */
public final class RouteDraft {
  private final Method method;
  private final String path;
  private final Permission permission;
  private final String summary;
  private final List<Parameter> parameters = new ArrayList<>();
  private Body body = new Body.None();
  private Answer answer = new Answer.AnyJson();
  private int status = 200;

  RouteDraft(Method method, String path, Permission permission, String summary) {
    this.method = method;
    this.path = path;
    this.permission = permission;
    this.summary = summary;
  }

  public RouteDraft path(String name, ParameterType type, String description) {
    parameters.add(Parameter.path(name, type, description));
    return this;
  }

  public RouteDraft query(String name, ParameterType type, String description) {
    parameters.add(Parameter.query(name, type, description));
    return this;
  }

  public RouteDraft takes(Class<? extends Record> type) {
    return takes(type, Body.USUAL_BYTES);
  }

  public RouteDraft takes(Class<? extends Record> type, int mostBytes) {
    body = new Body.Document(type, mostBytes);
    return this;
  }

  /** Takes a file in YAML or JSON as text. */
  public RouteDraft takesFile(int mostBytes) {
    body = new Body.Text(Body.FILE, mostBytes);
    return this;
  }

  public RouteDraft answers(Class<? extends Record> type) {
    return answers(new Answer.Document(type));
  }

  public RouteDraft answersPageOf(Class<? extends Record> item) {
    return answers(new Answer.Page(item));
  }

  public RouteDraft answersEvents(Map<String, Class<? extends Record>> records) {
    return answers(new Answer.Events(records));
  }

  public RouteDraft answers(Answer form) {
    answer = form;
    return this;
  }

  /** The status of a success; 200 if nothing is said. */
  public RouteDraft status(int code) {
    status = code;
    return this;
  }

  public Route by(Function<Request, Reply> handler) {
    return new Route(method, path, permission, summary, parameters, body, answer, status, handler);
  }
}
