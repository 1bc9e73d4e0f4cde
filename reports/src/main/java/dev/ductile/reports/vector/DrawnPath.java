package dev.ductile.reports.vector;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.Optional;

/**
 * A path of a drawing; letters are paths too.
 *
 * @param stroke of a line; empty for a filled area
 * @param clip the part of the drawing that shows the path; everything if empty
 */
public record DrawnPath(
    Shape shape, Color colour, Optional<BasicStroke> stroke, Optional<Rectangle2D> clip) {
  private static final int COORDINATES = 6;

  /** The share of what lies below that the path hides. */
  double opacity() {
    return colour.getAlpha() / 255.0;
  }

  /** Whether a line of the same look starts at the end of this one. */
  boolean goesOn(DrawnPath next) {
    return stroke.isPresent()
        && next.stroke.equals(stroke)
        && next.colour.equals(colour)
        && next.clip.equals(clip)
        && end().equals(next.start());
  }

  /** This line and the next one as one line, so that its dashes continue, too. */
  DrawnPath and(DrawnPath next) {
    Path2D line = shape instanceof Path2D known ? known : new Path2D.Double(shape);
    line.append(next.shape, true);
    return new DrawnPath(line, colour, stroke, clip);
  }

  private Optional<Point2D> end() {
    return shape instanceof Path2D line
        ? Optional.ofNullable(line.getCurrentPoint())
        : Optional.ofNullable(new Path2D.Double(shape).getCurrentPoint());
  }

  private Optional<Point2D> start() {
    double[] at = new double[COORDINATES];
    PathIterator path = shape.getPathIterator(null);
    if (path.isDone()) {
      return Optional.empty();
    }
    path.currentSegment(at);
    return Optional.of(new Point2D.Double(at[0], at[1]));
  }

  /** Draws the path on pixels. */
  public void paint(Graphics2D pen) {
    pen.setClip(clip.orElse(null));
    pen.setColor(colour);
    stroke.ifPresentOrElse(
        line -> {
          pen.setStroke(line);
          pen.draw(shape);
        },
        () -> pen.fill(shape));
  }

  /** The rectangle that the visible part of the path needs. */
  public Rectangle2D bounds() {
    Shape drawn = stroke.map(line -> line.createStrokedShape(shape)).orElse(shape);
    Rectangle2D all = drawn.getBounds2D();
    return clip.map(all::createIntersection).orElse(all);
  }
}
