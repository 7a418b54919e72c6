package io.fsmrun.cli.plot;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;

/** Paints a chart into a file of the format that its name says. */
final class ChartFile {

  private static final Rectangle SIZE = new Rectangle(1000, 560);

  /** Pixels of a PNG per unit of the drawing, so that text stays sharp. */
  private static final int PIXEL_SCALE = 2;

  private static final String SVG = "http://www.w3.org/2000/svg";

  private ChartFile() {}

  static void write(JFreeChart chart, Path file) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".png")) {
      Files.write(file, png(chart));
    } else if (name.endsWith(".svg")) {
      Files.write(file, svg(chart));
    } else {
      throw new IllegalArgumentException(
          "a chart is written as .png or .svg; '" + file + "' ends in neither");
    }
  }

  private static byte[] png(JFreeChart chart) throws IOException {
    BufferedImage image =
        new BufferedImage(
            SIZE.width * PIXEL_SCALE, SIZE.height * PIXEL_SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.scale(PIXEL_SCALE, PIXEL_SCALE);
      chart.draw(graphics, SIZE);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  private static byte[] svg(JFreeChart chart) throws IOException {
    SVGGraphics2D graphics = new SVGGraphics2D(emptyDocument());
    graphics.setSVGCanvasSize(new Dimension(SIZE.width, SIZE.height));
    chart.draw(graphics, SIZE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStreamWriter writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      graphics.stream(writer);
    }
    return bytes.toByteArray();
  }

  private static Document emptyDocument() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK makes no XML documents", e);
    }
  }
}
