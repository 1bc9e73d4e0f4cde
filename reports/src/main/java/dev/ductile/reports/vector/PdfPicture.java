package dev.ductile.reports.vector;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A drawing as a PDF of one page. Letters are paths, so it needs no fonts. */
public final class PdfPicture {
  /** Points for each unit of the drawing: 780 units are 6.5 inches. */
  private static final double SCALE = 0.6;

  private final StringBuilder content = new StringBuilder();
  private final Map<Integer, String> opacities = new LinkedHashMap<>();

  private PdfPicture() {}

  public static byte[] of(List<DrawnPath> paths, int width, int height) {
    return new PdfPicture().picture(paths, width, height);
  }

  private byte[] picture(List<DrawnPath> paths, int width, int height) {
    content.append(
        "%s 0 0 %s 0 %s cm\n"
            .formatted(
                VectorWriter.number(SCALE),
                VectorWriter.number(-SCALE),
                VectorWriter.number(height * SCALE)));
    paths.forEach(this::path);
    var states = new StringBuilder();
    opacities.forEach((alpha, name) ->
        states.append(
            "/%s << /ca %s /CA %s >> "
                .formatted(
                    name, VectorWriter.number(alpha / 255.0), VectorWriter.number(alpha / 255.0))));
    String page =
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /ExtGState << %s>> >> >>"
            .formatted(
                VectorWriter.number(width * SCALE), VectorWriter.number(height * SCALE), states);
    return file(
        List.of(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page,
            "<< /Length %d >>\nstream\n%sendstream".formatted(content.length(), content)));
  }

  /** The objects, and the table with the place of each. */
  private static byte[] file(List<String> objects) {
    var file = new ByteArrayOutputStream();
    var places = new ArrayList<Integer>();
    write(file, "%PDF-1.4\n");
    for (int i = 0; i < objects.size(); i++) {
      places.add(file.size());
      write(file, "%d 0 obj\n%s\nendobj\n".formatted(i + 1, objects.get(i)));
    }
    int table = file.size();
    write(file, "xref\n0 %d\n0000000000 65535 f \n".formatted(objects.size() + 1));
    places.forEach(place -> write(file, "%010d 00000 n \n".formatted(place)));
    write(
        file,
        "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
            .formatted(objects.size() + 1, table));
    return file.toByteArray();
  }

  private static void write(ByteArrayOutputStream file, String text) {
    file.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void path(DrawnPath path) {
    content.append("q\n/%s gs\n".formatted(opacity(path.colour().getAlpha())));
    path.clip()
        .ifPresent(part ->
            content.append(
                "%s %s %s %s re W n\n"
                    .formatted(
                        VectorWriter.number(part.getX()),
                        VectorWriter.number(part.getY()),
                        VectorWriter.number(part.getWidth()),
                        VectorWriter.number(part.getHeight()))));
    colour(path.colour(), path.stroke().isPresent() ? "RG" : "rg");
    path.stroke().ifPresent(this::line);
    VectorWriter.follow(path.shape(), new Operators(content));
    boolean isEvenOdd =
        path.shape().getPathIterator(null).getWindingRule() == PathIterator.WIND_EVEN_ODD;
    content.append(path.stroke().isPresent() ? "S" : isEvenOdd ? "f*" : "f").append("\nQ\n");
  }

  private String opacity(int alpha) {
    return opacities.computeIfAbsent(alpha, _ -> "A" + alpha);
  }

  private void colour(Color colour, String operator) {
    for (float part : colour.getRGBColorComponents(new float[3])) {
      content.append(VectorWriter.number(part)).append(' ');
    }
    content.append(operator).append('\n');
  }

  private void line(BasicStroke stroke) {
    content.append(VectorWriter.number(stroke.getLineWidth())).append(" w 1 j\n");
    if (stroke.getDashArray() != null) {
      content.append('[');
      for (float dash : stroke.getDashArray()) {
        content.append(VectorWriter.number(dash)).append(' ');
      }
      content.append("] 0 d\n");
    }
  }

  private record Operators(StringBuilder text) implements VectorWriter.Steps {
    @Override
    public void move(double x, double y) {
      step("m", x, y);
    }

    @Override
    public void line(double x, double y) {
      step("l", x, y);
    }

    @Override
    public void curve(double x1, double y1, double x2, double y2, double x, double y) {
      step("c", x1, y1, x2, y2, x, y);
    }

    @Override
    public void close() {
      text.append("h\n");
    }

    private void step(String word, double... numbers) {
      for (double number : numbers) {
        text.append(VectorWriter.number(number)).append(' ');
      }
      text.append(word).append('\n');
    }
  }
}
