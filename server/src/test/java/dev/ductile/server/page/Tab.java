package dev.ductile.server.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab of a browser: it opens addresses, presses keys, and keeps all complaints of the page. */
final class Tab implements AutoCloseable {
  private static final int PATIENCE_MILLISECONDS = 30_000;
  private static final Map<String, Integer> KEY_CODES =
      Map.of("Tab", 9, "Enter", 13, "Escape", 27, "ArrowUp", 38, "ArrowDown", 40);
  private static final int SHIFT = 8;
  private static final int MOST_DOCUMENTS = 3;

  private final DevTools tools;
  private final String context;
  private final String session;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  Tab(DevTools tools, String context, String session) {
    this.tools = tools;
    this.context = context;
    this.session = session;
    tools.listen(session, this::take);
    List.of("Page.enable", "Runtime.enable", "Log.enable")
        .forEach(method -> call(method, Map.of()));
  }

  void size(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void colours(boolean isDark) {
    var scheme = Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /** Runs a script in each document before its own scripts. */
  void before(String script) {
    call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  void go(URI address) {
    call("Page.navigate", Map.of("url", address.toString()));
  }

  void reload() {
    call("Page.reload", Map.of());
  }

  /** The value of an expression; a promise is awaited. */
  JsonNode value(String expression) {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      JsonNode details = answer.path("exceptionDetails");
      throw new IllegalStateException(
          details.path("exception").path("description").asText(details.toString()));
    }
    return answer.path("result").path("value");
  }

  /** Waits until an expression is true. A document that is replaced meanwhile is asked again. */
  void await(String condition) {
    String script =
        """
        new Promise((resolve, reject) => {
          const end = performance.now() + %d;
          const look = () => {
            let found = false;
            try { found = %s; } catch { found = false; }
            if (found) { resolve(true); }
            else if (performance.now() > end) {
              reject(new Error("not within the time; the page: " + document.body.innerText.slice(0, 500)));
            } else { setTimeout(look, 20); }
          };
          look();
        })
        """
            .formatted(PATIENCE_MILLISECONDS, condition);
    for (int attempt = 0; ; attempt++) {
      try {
        value(script);
        return;
      } catch (IllegalStateException e) {
        if (attempt == MOST_DOCUMENTS || !isReplacedDocument(e)) {
          throw new IllegalStateException(condition + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** A script ends with one of these messages when its document goes away below it. */
  private static boolean isReplacedDocument(IllegalStateException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("context") || message.contains("navigated");
  }

  /** Presses a key: a letter, or one of the named keys. */
  void press(String key) {
    press(key, 0);
  }

  void pressWithShift(String key) {
    press(key, SHIFT);
  }

  private void press(String key, int modifiers) {
    String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
    Map<String, Object> event =
        Map.of(
            "key",
            key,
            "code",
            key.length() == 1 ? "" : key,
            "text",
            text,
            "modifiers",
            modifiers,
            "windowsVirtualKeyCode",
            KEY_CODES.getOrDefault(key, 0));
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      var all = new HashMap<>(event);
      all.put("type", type);
      call("Input.dispatchKeyEvent", all);
    }
  }

  void type(String text) {
    call("Input.insertText", Map.of("text", text));
  }

  /** The visible part of the page as a picture. */
  void picture(Path file) throws IOException {
    JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  /** Exceptions, all words of the console, and errors such as those of the security policy. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  @Override
  public void close() {
    tools.call(
        Optional.empty(), "Target.disposeBrowserContext", Map.of("browserContextId", context));
  }

  private void take(JsonNode event) {
    JsonNode data = event.path("params");
    switch (event.path("method").asText()) {
      case "Runtime.exceptionThrown" ->
          complaints.add(data.path("exceptionDetails").path("exception").toString());
      case "Runtime.consoleAPICalled" -> complaints.add(data.path("args").toString());
      case "Log.entryAdded" -> takeEntry(data.path("entry"));
      default -> {}
    }
  }

  /** Hints for faster drawing and the like are no complaints. */
  private void takeEntry(JsonNode entry) {
    if (entry.path("level").asText().equals("error")) {
      complaints.add(entry.path("text").asText() + " " + entry.path("url").asText());
    }
  }

  private JsonNode call(String method, Map<String, Object> parameters) {
    return tools.call(Optional.of(session), method, parameters);
  }
}
