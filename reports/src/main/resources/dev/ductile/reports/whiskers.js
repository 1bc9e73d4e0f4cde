// What Chart.js lacks: intervals on bars, and bounds across them.

import { ink } from "./theme.js";

/** Bars' intervals as whiskers, and bounds as dashed lines across. */
export const whiskers = {
  id: "whiskers",
  afterDatasetsDraw(chart, _, { intervals, bounds }) {
    const { ctx, scales, chartArea } = chart;
    ctx.save();
    ctx.strokeStyle = ink("ink");
    ctx.lineWidth = 1.5;
    chart.getDatasetMeta(0).data.forEach((bar, i) => {
      const [, low, high] = intervals[i];
      if (low !== null) {
        whisker(ctx, bar.y, scales.x.getPixelForValue(low), scales.x.getPixelForValue(high));
      }
    });
    ctx.setLineDash([5, 4]);
    for (const bound of bounds) {
      const x = scales.x.getPixelForValue(bound.averageCompletion);
      stroke(ctx, [
        [x, chartArea.top],
        [x, chartArea.bottom],
      ]);
    }
    ctx.restore();
  },
};

function whisker(ctx, y, from, to) {
  stroke(ctx, [
    [from, y],
    [to, y],
  ]);
  stroke(ctx, [
    [from, y - 5],
    [from, y + 5],
  ]);
  stroke(ctx, [
    [to, y - 5],
    [to, y + 5],
  ]);
}

function stroke(ctx, points) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  ctx.stroke();
}
