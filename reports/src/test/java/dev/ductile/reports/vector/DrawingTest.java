package dev.ductile.reports.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.Line2D;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DrawingTest {
  @Test
  void linesThatGoOnAreOnePath() {
    var drawing = new Drawing();
    drawing.setStroke(new BasicStroke(2, 0, 0, 1, new float[] {7, 4}, 0));
    drawing.draw(new Line2D.Double(0, 0, 10, 0));
    drawing.draw(new Line2D.Double(10, 0, 10, 5));
    drawing.draw(new Line2D.Double(20, 0, 30, 5));

    assertThat(drawing.paths()).hasSize(2);
    assertThat(SvgPicture.of(drawing.paths(), 40, 20))
        .contains("stroke-dasharray=\"7 4\" ")
        .contains("d=\"M0 0L10 0L10 5\"")
        .contains("d=\"M20 0L30 5\"");
  }

  @Test
  void colourOpacityClipAndPlaceAreKept() {
    assertThat(SvgPicture.of(square().paths(), 40, 20))
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"")
        .contains("<clipPath id=\"clip0\"><rect x=\"5\" y=\"0\" width=\"20\" height=\"20\"/>")
        .contains("fill=\"#0A141E\" fill-opacity=\"0.5\"")
        .contains("d=\"M6 1L9 1L9 4L6 4L6 1Z\"")
        .endsWith("</svg>\n");
  }

  @Test
  void whatIsTransparentIsNotDrawn() {
    var drawing = new Drawing();
    drawing.setColor(new Color(0, 0, 0, 0));
    drawing.fillRect(0, 0, 5, 5);

    assertThat(drawing.paths()).isEmpty();
  }

  @Test
  void lettersArePaths() {
    var drawing = new Drawing();
    drawing.drawString("40%", 10, 20);

    List<DrawnPath> paths = drawing.paths();
    assertThat(paths).hasSize(1);
    assertThat(paths.getFirst().bounds().getX()).isBetween(9.0, 12.0);
    assertThat(paths.getFirst().bounds().getMaxY()).isBetween(19.0, 22.0);
  }

  /** A reader of PDF finds each object at the place that the table at its end names. */
  @Test
  void eachObjectOfAPdfIsAtItsPlace() {
    String pdf = new String(PdfPicture.of(square().paths(), 40, 20), StandardCharsets.US_ASCII);

    assertThat(pdf).startsWith("%PDF-1.4\n").endsWith("%%EOF\n");
    assertThat(pdf)
        .contains("/MediaBox [0 0 24 12]", "6 1 m\n9 1 l", "5 0 20 20 re W n", "/ca 0.5");
    Matcher places = Pattern.compile("(\\d{10}) 00000 n").matcher(pdf);
    int object = 0;
    while (places.find()) {
      object++;
      assertThat(pdf.substring(Integer.parseInt(places.group(1)))).startsWith(object + " 0 obj");
    }
    assertThat(object).isEqualTo(4);
    int table = Integer.parseInt(pdf.replaceAll("(?s).*startxref\n(\\d+)\n.*", "$1"));
    assertThat(pdf.substring(table)).startsWith("xref\n0 5\n");
    Matcher stream = Pattern.compile("(?s)/Length (\\d+) >>\nstream\n(.*)endstream").matcher(pdf);
    assertThat(stream.find()).isTrue();
    assertThat(stream.group(2)).hasSize(Integer.parseInt(stream.group(1)));
  }

  private static Drawing square() {
    var drawing = new Drawing();
    drawing.setColor(new Color(10, 20, 30, 128));
    drawing.translate(5, 0);
    drawing.clip(new Rectangle(0, 0, 20, 20));
    drawing.fill(new Rectangle(1, 1, 3, 3));
    return drawing;
  }
}
