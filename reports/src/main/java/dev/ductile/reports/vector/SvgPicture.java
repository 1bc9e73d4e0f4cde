package dev.ductile.reports.vector;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A drawing as SVG. Letters are paths, so they look the same everywhere. */
public final class SvgPicture {
  private final StringBuilder svg = new StringBuilder();
  private final Map<Rectangle2D, String> clips = new LinkedHashMap<>();

  private SvgPicture() {}

  public static String of(List<DrawnPath> paths, int width, int height) {
    return new SvgPicture().picture(paths, width, height);
  }

  private String picture(List<DrawnPath> paths, int width, int height) {
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
            .formatted(width, height, width, height));
    for (DrawnPath path : paths) {
      path(path);
    }
    return svg.append("</svg>\n").toString();
  }

  private void path(DrawnPath path) {
    String clip = path.clip().map(this::clip).orElse("");
    String look = path.stroke().map(line -> line(path, line)).orElseGet(() -> area(path));
    var steps = new StringBuilder();
    VectorWriter.follow(path.shape(), new Data(steps));
    svg.append("<path%s%s d=\"%s\"/>\n".formatted(look, clip, steps));
  }

  private static String area(DrawnPath path) {
    boolean isEvenOdd =
        path.shape().getPathIterator(null).getWindingRule() == PathIterator.WIND_EVEN_ODD;
    return " fill=\"%s\"%s%s"
        .formatted(
            colour(path.colour()),
            opacity("fill", path),
            isEvenOdd ? " fill-rule=\"evenodd\"" : "");
  }

  private static String line(DrawnPath path, BasicStroke stroke) {
    var look = new StringBuilder(" fill=\"none\" stroke=\"%s\"".formatted(colour(path.colour())));
    look.append(opacity("stroke", path));
    look.append(" stroke-width=\"%s\"".formatted(VectorWriter.number(stroke.getLineWidth())));
    look.append(" stroke-linejoin=\"round\"");
    if (stroke.getDashArray() != null) {
      look.append(" stroke-dasharray=\"");
      for (float dash : stroke.getDashArray()) {
        look.append(VectorWriter.number(dash)).append(' ');
      }
      look.setLength(look.length() - 1);
      look.append('"');
    }
    return look.toString();
  }

  private static String opacity(String what, DrawnPath path) {
    return path.opacity() == 1
        ? ""
        : " %s-opacity=\"%s\"".formatted(what, VectorWriter.number(path.opacity()));
  }

  private static String colour(Color colour) {
    return "#%06X".formatted(colour.getRGB() & 0xFFFFFF);
  }

  private String clip(Rectangle2D part) {
    String known = clips.get(part);
    if (known == null) {
      known = "clip" + clips.size();
      clips.put(part, known);
      svg.append(
          "<clipPath id=\"%s\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>\n"
              .formatted(
                  known,
                  VectorWriter.number(part.getX()),
                  VectorWriter.number(part.getY()),
                  VectorWriter.number(part.getWidth()),
                  VectorWriter.number(part.getHeight())));
    }
    return " clip-path=\"url(#%s)\"".formatted(known);
  }

  private record Data(StringBuilder text) implements VectorWriter.Steps {
    @Override
    public void move(double x, double y) {
      step("M", x, y);
    }

    @Override
    public void line(double x, double y) {
      step("L", x, y);
    }

    @Override
    public void curve(double x1, double y1, double x2, double y2, double x, double y) {
      step("C", x1, y1, x2, y2, x, y);
    }

    @Override
    public void close() {
      text.append('Z');
    }

    private void step(String word, double... numbers) {
      text.append(word);
      for (int i = 0; i < numbers.length; i++) {
        text.append(i == 0 ? "" : " ").append(VectorWriter.number(numbers[i]));
      }
    }
  }
}
