package dev.ductile.server.http;

import java.util.Arrays;
import java.util.Optional;

/** The method of a request. HEAD is a GET without its text. */
public enum Method {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE;

  boolean changes() {
    return this != GET;
  }

  static Optional<Method> of(String name) {
    String known = name.equals("HEAD") ? "GET" : name;
    return Arrays.stream(values()).filter(method -> method.name().equals(known)).findFirst();
  }
}
