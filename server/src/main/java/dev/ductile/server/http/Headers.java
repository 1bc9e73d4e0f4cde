package dev.ductile.server.http;

import dev.ductile.server.page.PageFiles;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;

/** The headers that tell browsers to be strict. */
final class Headers {
  private Headers() {}

  static void secure(Response response, boolean isTls) {
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Content-Security-Policy", PageFiles.CONTENT_SECURITY_POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    if (!headers.contains(HttpHeader.CACHE_CONTROL)) {
      headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    }
    if (isTls) {
      headers.put("Strict-Transport-Security", "max-age=31536000");
    }
  }
}
