package io.fsmrun.cli.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.axis.ValueTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/**
 * A logarithmic axis whose labels are text. Those of the library's own are drawn as outlines, which
 * no reader of an SVG finds.
 */
final class TextLogAxis extends LogAxis {

  private static final long serialVersionUID = 1;

  TextLogAxis(String label) {
    super(label);
  }

  @Override
  public List<ValueTick> refreshTicks(
      Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
    List<ValueTick> ticks = new ArrayList<>();
    for (Object tick : super.refreshTicks(graphics, state, area, edge)) {
      ValueTick at = (ValueTick) tick;
      boolean isMajor = TickType.MAJOR.equals(at.getTickType());
      String text = isMajor ? Charts.grouped().format(at.getValue()) : "";
      ticks.add(
          new NumberTick(
              at.getTickType(), at.getValue(), text, at.getTextAnchor(), TextAnchor.CENTER, 0));
    }
    return ticks;
  }
}
