package dev.ductile.reports;

import dev.ductile.reports.vector.Drawing;
import dev.ductile.reports.vector.DrawnPath;
import dev.ductile.reports.vector.PdfPicture;
import dev.ductile.reports.vector.SvgPicture;
import dev.ductile.text.OutputFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The style of printed charts, and writing them: PNG of 300 dots per inch, SVG, PDF. */
public final class Plot {
  public static final int WIDTH = 780;
  public static final int HEIGHT = 480;

  private static final double SCALE = 2.5;
  private static final double DOTS_PER_METRE = 300 / 0.0254;
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
  private static final float LINE = 2f;
  private static final float[][] DASHES = {{}, {7, 4}, {2, 3}, {9, 3, 2, 3}};

  private Plot() {}

  /** The cause if this machine cannot draw charts: some small Java images lack the libraries. */
  public static Optional<String> missing() {
    try {
      Graphics2D pen = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
      pen.getFontMetrics(FONT).stringWidth("any");
      pen.dispose();
      return Optional.empty();
    } catch (LinkageError | InternalError | RuntimeException e) {
      return Optional.of(
          "No plots: this Java cannot draw letters (%s). Maybe a font, fontconfig or a full JDK is missing.\n"
              .formatted(e.getMessage()));
    }
  }

  /** Black on white, with letters of 8 points. */
  public static void style(AxesChartStyler style) {
    style.setChartBackgroundColor(Color.WHITE);
    style.setPlotBackgroundColor(new Color(0, true)); // a white one would cover half of the axes
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(new Color(0xE4E4E4));
    style.setPlotGridLinesStroke(new BasicStroke(1));
    style.setChartTitleVisible(false);
    style.setChartPadding(8);
    style.setLocale(Locale.ROOT);
    style.setAxisTickLabelsFont(FONT);
    style.setAxisTitleFont(FONT.deriveFont(Font.BOLD));
    style.setLegendFont(FONT);
    style.setLegendBorderColor(Color.WHITE);
    style.setLegendBackgroundColor(Color.WHITE);
    style.setLegendPosition(Styler.LegendPosition.OutsideE);
    style.setYAxisLabelAlignment(AxesChartStyler.TextAlignment.Right);
    style.setYAxisTickLabelsFormattingFunction(AxisLabel::number);
    style.setMarkerSize(0);
    style.setSeriesMarkers(new Marker[] {SeriesMarkers.NONE});
  }

  /** The stroke of a line: dashed if its colour repeats. */
  public static BasicStroke stroke(int index) {
    float[] dashes = DASHES[Palette.round(index) % DASHES.length];
    return dashes.length == 0
        ? new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
  }

  /** The endings of the files that a chart can be saved as. */
  public static final List<String> ENDINGS = List.of(".png", ".svg", ".pdf");

  /** Writes a chart as SVG or PDF if the file's name says so, else as PNG. */
  public static void save(AxesChart<?, ?> chart, Path file) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".svg")) {
      OutputFile.write(file, SvgPicture.of(paths(chart), chart.getWidth(), chart.getHeight()));
    } else if (name.endsWith(".pdf")) {
      byte[] page = PdfPicture.of(paths(chart), chart.getWidth(), chart.getHeight());
      OutputFile.write(file, out -> out.write(page));
    } else {
      savePng(chart, file);
    }
  }

  /** All that a chart draws, letters included. */
  static List<DrawnPath> paths(AxesChart<?, ?> chart) {
    var drawing = new Drawing();
    chart.paint(drawing, chart.getWidth(), chart.getHeight());
    return drawing.paths();
  }

  private static void savePng(AxesChart<?, ?> chart, Path file) throws IOException {
    var image =
        new BufferedImage(
            (int) (chart.getWidth() * SCALE),
            (int) (chart.getHeight() * SCALE),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    try {
      pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      pen.scale(SCALE, SCALE);
      paths(chart).forEach(path -> path.paint(pen));
    } finally {
      pen.dispose();
    }
    write(image, file);
  }

  private static void write(BufferedImage image, Path file) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try {
      IIOMetadata dots = resolution(writer);
      OutputFile.write(
          file,
          bytes -> {
            try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
              writer.setOutput(out);
              writer.write(new IIOImage(image, null, dots));
            }
          });
    } finally {
      writer.dispose();
    }
  }

  private static IIOMetadata resolution(ImageWriter writer) throws IOException {
    var type = ImageTypeSpecifier.createFromBufferedImageType(BufferedImage.TYPE_INT_RGB);
    IIOMetadata metadata = writer.getDefaultImageMetadata(type, writer.getDefaultWriteParam());
    var dots = new IIOMetadataNode("pHYs");
    String perMetre = Long.toString(Math.round(DOTS_PER_METRE));
    dots.setAttribute("pixelsPerUnitXAxis", perMetre);
    dots.setAttribute("pixelsPerUnitYAxis", perMetre);
    dots.setAttribute("unitSpecifier", "meter");
    var root = new IIOMetadataNode("javax_imageio_png_1.0");
    root.appendChild(dots);
    metadata.mergeTree("javax_imageio_png_1.0", root);
    return metadata;
  }
}
