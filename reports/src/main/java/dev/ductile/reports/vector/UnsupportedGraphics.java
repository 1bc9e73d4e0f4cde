package dev.ductile.reports.vector;

import java.awt.AlphaComposite;
import java.awt.Color;
import java.awt.Composite;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.GraphicsConfiguration;
import java.awt.Image;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.BufferedImageOp;
import java.awt.image.ImageObserver;
import java.awt.image.RenderedImage;
import java.awt.image.renderable.RenderableImage;
import java.text.AttributedCharacterIterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a pen that draw figures by their paths, and those that charts do not need, such as
 * images.
 */
abstract class UnsupportedGraphics extends Graphics2D {
  private static final BufferedImage SCREEN = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);

  private final RenderingHints hints = new RenderingHints(Map.of());

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("a chart as paths has no images and no blending");
  }

  @Override
  public void drawLine(int x1, int y1, int x2, int y2) {
    draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void fillRect(int x, int y, int width, int height) {
    fill(new Rectangle(x, y, width, height));
  }

  @Override
  public void clearRect(int x, int y, int width, int height) {
    Color before = getColor();
    setColor(getBackground());
    fillRect(x, y, width, height);
    setColor(before);
  }

  @Override
  public void drawRoundRect(int x, int y, int width, int height, int across, int down) {
    draw(new RoundRectangle2D.Double(x, y, width, height, across, down));
  }

  @Override
  public void drawOval(int x, int y, int width, int height) {
    draw(new Ellipse2D.Double(x, y, width, height));
  }

  @Override
  public void drawArc(int x, int y, int width, int height, int from, int angle) {
    draw(new Arc2D.Double(x, y, width, height, from, angle, Arc2D.OPEN));
  }

  @Override
  public void drawPolygon(int[] xs, int[] ys, int points) {
    draw(new Polygon(xs, ys, points));
  }

  @Override
  public void fillRoundRect(int x, int y, int width, int height, int across, int down) {
    fill(new RoundRectangle2D.Double(x, y, width, height, across, down));
  }

  @Override
  public void fillOval(int x, int y, int width, int height) {
    fill(new Ellipse2D.Double(x, y, width, height));
  }

  @Override
  public void fillArc(int x, int y, int width, int height, int from, int angle) {
    fill(new Arc2D.Double(x, y, width, height, from, angle, Arc2D.PIE));
  }

  @Override
  public void fillPolygon(int[] xs, int[] ys, int points) {
    fill(new Polygon(xs, ys, points));
  }

  @Override
  public void drawPolyline(int[] xs, int[] ys, int points) {
    for (int i = 1; i < points; i++) {
      drawLine(xs[i - 1], ys[i - 1], xs[i], ys[i]);
    }
  }

  @Override
  public void drawGlyphVector(GlyphVector letters, float x, float y) {
    fill(letters.getOutline(x, y));
  }

  @Override
  public void drawString(String text, int x, int y) {
    drawString(text, (float) x, (float) y);
  }

  @Override
  public void translate(int x, int y) {
    translate((double) x, (double) y);
  }

  @Override
  public FontMetrics getFontMetrics(Font font) {
    return SCREEN.createGraphics().getFontMetrics(font);
  }

  @Override
  public GraphicsConfiguration getDeviceConfiguration() {
    return SCREEN.createGraphics().getDeviceConfiguration();
  }

  @Override
  public void setRenderingHint(RenderingHints.Key key, Object value) {
    hints.put(key, value);
  }

  @Override
  public @Nullable Object getRenderingHint(RenderingHints.Key key) {
    return hints.get(key);
  }

  @Override
  public void setRenderingHints(Map<?, ?> newHints) {
    hints.clear();
    hints.putAll(newHints);
  }

  @Override
  public void addRenderingHints(Map<?, ?> more) {
    hints.putAll(more);
  }

  @Override
  public RenderingHints getRenderingHints() {
    return (RenderingHints) hints.clone();
  }

  @Override
  public Composite getComposite() {
    return AlphaComposite.SrcOver;
  }

  @Override
  public boolean hit(Rectangle area, Shape shape, boolean isLine) {
    return false;
  }

  /** Later paths cover earlier ones. */
  @Override
  public void setPaintMode() {}

  /** Nothing is held that must be released. */
  @Override
  public void dispose() {}

  @Override
  public void setComposite(Composite composite) {
    throw unsupported();
  }

  @Override
  public void setXORMode(Color other) {
    throw unsupported();
  }

  @Override
  public void scale(double x, double y) {
    throw unsupported();
  }

  @Override
  public void shear(double x, double y) {
    throw unsupported();
  }

  @Override
  public void copyArea(int x, int y, int width, int height, int dx, int dy) {
    throw unsupported();
  }

  @Override
  public void drawString(AttributedCharacterIterator text, int x, int y) {
    throw unsupported();
  }

  @Override
  public void drawString(AttributedCharacterIterator text, float x, float y) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(Image image, AffineTransform place, ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public void drawImage(BufferedImage image, BufferedImageOp change, int x, int y) {
    throw unsupported();
  }

  @Override
  public void drawRenderedImage(RenderedImage image, AffineTransform place) {
    throw unsupported();
  }

  @Override
  public void drawRenderableImage(RenderableImage image, AffineTransform place) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(Image image, int x, int y, ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(
      Image image, int x, int y, int width, int height, ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(Image image, int x, int y, Color behind, ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(
      Image image, int x, int y, int width, int height, Color behind, ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(
      Image image,
      int x1,
      int y1,
      int x2,
      int y2,
      int u1,
      int v1,
      int u2,
      int v2,
      ImageObserver observer) {
    throw unsupported();
  }

  @Override
  public boolean drawImage(
      Image image,
      int x1,
      int y1,
      int x2,
      int y2,
      int u1,
      int v1,
      int u2,
      int v2,
      Color behind,
      ImageObserver observer) {
    throw unsupported();
  }
}
