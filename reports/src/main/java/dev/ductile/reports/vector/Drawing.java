package dev.ductile.reports.vector;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Paint;
import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records the paths that a chart draws. Lines keep their strokes, so transforms may move and turn,
 * but not scale.
 */
public final class Drawing extends UnsupportedGraphics {
  private static final FontRenderContext LETTERS =
      new FontRenderContext(new AffineTransform(), true, true);

  private final List<DrawnPath> paths;
  private AffineTransform transform = new AffineTransform();
  private Color colour = Color.BLACK;
  private Color background = Color.WHITE;
  private BasicStroke stroke = new BasicStroke(1);
  private Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private Optional<Area> clip = Optional.empty();

  public Drawing() {
    this(new ArrayList<>());
  }

  private Drawing(List<DrawnPath> paths) {
    this.paths = paths;
  }

  /** The visible paths, in the order of drawing. */
  public List<DrawnPath> paths() {
    return List.copyOf(paths);
  }

  @Override
  public void draw(Shape shape) {
    add(shape, Optional.of(stroke));
  }

  @Override
  public void fill(Shape shape) {
    add(shape, Optional.empty());
  }

  @Override
  public void drawString(String text, float x, float y) {
    if (!text.isEmpty()) {
      fill(font.createGlyphVector(LETTERS, text).getOutline(x, y));
    }
  }

  private void add(Shape shape, Optional<BasicStroke> line) {
    if (colour.getAlpha() > 0) {
      Shape placed = transform.createTransformedShape(shape);
      var path = new DrawnPath(placed, colour, line, clip.map(Area::getBounds2D));
      if (paths.isEmpty() || !paths.getLast().goesOn(path)) {
        paths.add(path);
      } else {
        paths.add(paths.removeLast().and(path));
      }
    }
  }

  @Override
  public Graphics create() {
    var copy = new Drawing(paths);
    copy.transform = new AffineTransform(transform);
    copy.colour = colour;
    copy.background = background;
    copy.stroke = stroke;
    copy.font = font;
    copy.clip = clip;
    return copy;
  }

  @Override
  public FontRenderContext getFontRenderContext() {
    return LETTERS;
  }

  @Override
  public void setPaint(Paint paint) {
    if (!(paint instanceof Color plain)) {
      throw new UnsupportedOperationException("only plain colours can be drawn, not " + paint);
    }
    colour = plain;
  }

  @Override
  public Paint getPaint() {
    return colour;
  }

  @Override
  public void setColor(Color newColour) {
    colour = newColour;
  }

  @Override
  public Color getColor() {
    return colour;
  }

  @Override
  public void setBackground(Color newBackground) {
    background = newBackground;
  }

  @Override
  public Color getBackground() {
    return background;
  }

  @Override
  public void setStroke(Stroke newStroke) {
    if (!(newStroke instanceof BasicStroke plain)) {
      throw new UnsupportedOperationException("only basic strokes can be drawn, not " + newStroke);
    }
    stroke = plain;
  }

  @Override
  public Stroke getStroke() {
    return stroke;
  }

  @Override
  public void setFont(Font newFont) {
    font = newFont;
  }

  @Override
  public Font getFont() {
    return font;
  }

  @Override
  public void setTransform(AffineTransform newTransform) {
    transform = new AffineTransform(newTransform);
  }

  @Override
  public AffineTransform getTransform() {
    return new AffineTransform(transform);
  }

  @Override
  public void transform(AffineTransform more) {
    transform.concatenate(more);
  }

  @Override
  public void translate(double x, double y) {
    transform.translate(x, y);
  }

  @Override
  public void rotate(double angle) {
    transform.rotate(angle);
  }

  @Override
  public void rotate(double angle, double x, double y) {
    transform.rotate(angle, x, y);
  }

  @Override
  public void setClip(@Nullable Shape shape) {
    clip = Optional.ofNullable(shape).map(part -> new Area(transform.createTransformedShape(part)));
  }

  @Override
  public void clip(Shape shape) {
    var part = new Area(transform.createTransformedShape(shape));
    clip.ifPresent(part::intersect);
    clip = Optional.of(part);
  }

  @Override
  public @Nullable Shape getClip() {
    return clip.map(this::untransformed).orElse(null);
  }

  @Override
  public @Nullable Rectangle getClipBounds() {
    return clip.map(part -> untransformed(part).getBounds()).orElse(null);
  }

  private Shape untransformed(Area part) {
    try {
      return transform.createInverse().createTransformedShape(part);
    } catch (java.awt.geom.NoninvertibleTransformException e) {
      throw new IllegalStateException("the transform cannot be undone: " + transform, e);
    }
  }

  @Override
  public void clipRect(int x, int y, int width, int height) {
    clip(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void setClip(int x, int y, int width, int height) {
    setClip(new Rectangle2D.Double(x, y, width, height));
  }
}
