// The charts that Chart.js draws. Each says in words what it shows, and has its figures as a table.

import { logTimeAxis, options, shareAxis, timeAxis } from "./axes.js";
import { count, duration, element, percent, ratio, spread } from "./format.js";
import { ink, look } from "./theme.js";
import { whiskers } from "./whiskers.js";

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

/** All charts of the page; `shown` holds the numbers of the policies to draw. */
export class Charts {
  constructor(data) {
    this.data = data;
    this.drawn = [];
  }

  draw(load, shown) {
    this.drawn.forEach((chart) => chart.destroy());
    this.drawn = [];
    Chart.defaults.color = ink("soft");
    Chart.defaults.borderColor = ink("line");
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    const at = this.data.loads[load];
    this.means(at, shown);
    this.completion(at, shown);
    this.overTime("used", "Devices in use", percent, at, shown, 1);
    this.overTime("waiting", "Jobs waiting", count, at, shown);
    this.fairness(at, shown);
    if (this.data.loads.length > 1) {
      this.loads(shown);
    }
  }

  means(at, shown) {
    const intervals = shown.map((i) => at.policies[i].mean);
    const bounds = at.limits.filter((limit) => limit.averageCompletion !== null);
    if (this.data.policies.length === 1 && bounds.length === 0) {
      return; // a bar alone shows nothing
    }
    const best = shown.filter((i) => at.policies[i].mean[0] !== null);
    best.sort((a, b) => at.policies[a].mean[0] - at.policies[b].mean[0]);
    const note = [
      at.seeds > 1 ? "Whiskers: 95% interval over seeds." : "",
      bounds.length > 0
        ? `Dashed lines: bounds (${bounds.map((b) => `${b.name} ${duration(b.averageCompletion)}`).join(", ")}).`
        : "",
    ];
    const figure = this.figure("means", "Mean completion time", note.join(" "), {
      says:
        best.length === 0
          ? "No job finished."
          : `Shortest: ${this.data.policies[best[0]]} with ${duration(at.policies[best[0]].mean[0])}; longest: ${this.data.policies[best.at(-1)]} with ${duration(at.policies[best.at(-1)].mean[0])}.`,
      headings: ["Mean"],
      rows: shown.map((i) => [this.data.policies[i], spread(at.policies[i].mean)]),
    });
    const most = Math.max(...intervals.map(([mean, , high]) => Math.max(mean, high ?? 0)), 0);
    this.add(figure, {
      type: "bar",
      data: {
        labels: shown.map((i) => this.data.policies[i]),
        datasets: [
          {
            data: intervals.map(([mean]) => mean),
            backgroundColor: shown.map((i) => look(this.data.palette, i).colour),
            maxBarThickness: 34,
          },
        ],
      },
      options: options({
        indexAxis: "y",
        scales: {
          x: timeAxis(most, { grace: "3%" }),
          y: { grid: { display: false }, ticks: { color: ink("ink"), autoSkip: false } },
        },
        plugins: {
          whiskers: { intervals, bounds },
          tooltip: { callbacks: { label: (item) => spread(intervals[item.dataIndex]) } },
        },
      }),
      plugins: [whiskers],
    });
  }

  completion(at, shown) {
    this.distribution(
      "completion",
      "Completion times",
      "Share of jobs that were done within a time.",
      {
        at,
        shown,
        text: duration,
        axis: (from, to) => logTimeAxis(from, to),
      },
    );
  }

  fairness(at, shown) {
    this.distribution(
      "fairness",
      "Finish-time fairness",
      "Share of jobs with a rho up to a value; below 1 is better than an equal share of the cluster.",
      {
        at,
        shown,
        text: ratio,
        axis: (from, to) => ({
          type: "logarithmic",
          min: from,
          max: to,
          ticks: { maxTicksLimit: 8, callback: (value) => Number(value.toPrecision(2)) },
        }),
      },
    );
  }

  distribution(id, title, note, { at, shown, text, axis }) {
    const curves = shown.map((i) => at.policies[i][id]);
    const values = curves.flatMap((curve) => curve.x).filter((x) => x > 0);
    if (values.length === 0) {
      return;
    }
    const lines = this.lines(shown, curves, "before", (x) => x > 0);
    const figure = this.figure(id, title, note + shared(lines), {
      says: shown
        .map(
          (i, at_) =>
            `${this.data.policies[i]}: half within ${text(quantile(curves[at_], 0.5))}, 99% within ${text(quantile(curves[at_], 0.99))}`,
        )
        .join("; "),
      headings: QUANTILES.map((share) => `p${share * 100}`),
      rows: shown.map((i, at_) => [
        this.data.policies[i],
        ...QUANTILES.map((share) => text(quantile(curves[at_], share))),
      ]),
    });
    const from = least(values);
    const to = Math.max(most(values), from * 1.01);
    this.add(figure, {
      type: "line",
      data: { datasets: lines },
      options: options({
        scales: { x: axis(from, to), y: shareAxis(1) },
        plugins: {
          tooltip: {
            callbacks: {
              title: (items) => (items.length === 0 ? "" : text(items[0].parsed.x)),
              label: (item) => `${item.dataset.label}: ${percent(item.parsed.y)}`,
            },
          },
        },
      }),
    });
  }

  overTime(id, title, text, at, shown, highest) {
    const curves = shown.map((i) => at.policies[i][id] ?? { x: [], y: [] });
    if (curves.every((curve) => curve.x.length === 0)) {
      return;
    }
    const mean = (curve) =>
      curve.y.length === 0 ? 0 : curve.y.reduce((a, b) => a + b, 0) / curve.y.length;
    const note = at.seeds > 1 ? "Over the run of the first seed." : "Over the run.";
    const lines = this.lines(shown, curves, "after", () => true);
    const figure = this.figure(id, title, note + shared(lines), {
      says: shown
        .map((i, at_) => `${this.data.policies[i]}: mean ${text(mean(curves[at_]))}`)
        .join("; "),
      headings: ["Mean", "Most", "Until"],
      rows: shown.map((i, at_) => [
        this.data.policies[i],
        text(mean(curves[at_])),
        text(most(curves[at_].y)),
        duration(curves[at_].x.at(-1) ?? 0),
      ]),
    });
    this.add(figure, {
      type: "line",
      data: { datasets: lines },
      options: options({
        scales: {
          x: timeAxis(most(curves.map((curve) => curve.x.at(-1) ?? 0))),
          y: highest === 1 ? shareAxis(highest) : { beginAtZero: true, ticks: { precision: 0 } },
        },
        plugins: {
          tooltip: {
            callbacks: {
              title: (items) => (items.length === 0 ? "" : duration(items[0].parsed.x)),
              label: (item) => `${item.dataset.label}: ${text(item.parsed.y)}`,
            },
          },
        },
      }),
    });
  }

  loads(shown) {
    const { loads, policies } = this.data;
    const figure = this.figure(
      "loads",
      "Mean completion against load",
      "Bands: 95% interval over seeds. Load 2 is twice as many jobs in the same time.",
      {
        says: shown
          .map(
            (i) =>
              `${policies[i]}: ${loads.map((at) => `${duration(at.policies[i].mean[0])} at load ${at.load}`).join(", ")}`,
          )
          .join("; "),
        headings: loads.map((at) => `load ${at.load}`),
        rows: shown.map((i) => [policies[i], ...loads.map((at) => spread(at.policies[i].mean))]),
      },
    );
    const points = (i, which) =>
      loads.map((at) => ({ x: at.load, y: at.policies[i].mean[which] ?? at.policies[i].mean[0] }));
    const datasets = shown.flatMap((i) => {
      const { colour, dash } = look(this.data.palette, i);
      const edge = { pointRadius: 0, borderWidth: 0, backgroundColor: `${colour}30`, edge: true };
      return [
        { ...edge, data: points(i, 1), fill: "+1" },
        { ...edge, data: points(i, 2), fill: false },
        {
          label: policies[i],
          data: points(i, 0),
          borderColor: colour,
          backgroundColor: colour,
          borderDash: dash,
          borderWidth: 2,
          pointRadius: 3,
        },
      ];
    });
    this.add(figure, {
      type: "line",
      data: { datasets },
      options: options({
        scales: {
          x: {
            type: "linear",
            title: { display: true, text: "load" },
            afterBuildTicks: (axis) => (axis.ticks = loads.map((at) => ({ value: at.load }))),
          },
          y: timeAxis(
            most(
              shown.flatMap((i) =>
                loads.map((at) => at.policies[i].mean[2] ?? at.policies[i].mean[0]),
              ),
            ),
          ),
        },
        plugins: {
          tooltip: {
            filter: (item) => !item.dataset.edge,
            callbacks: { label: (item) => `${item.dataset.label}: ${duration(item.parsed.y)}` },
          },
        },
      }),
    });
  }

  /** Policies of one curve share a line and its name: "fifo = srtf". */
  lines(shown, curves, stepped, keep) {
    const lines = new Map();
    shown.forEach((index, i) => {
      const curve = JSON.stringify(curves[i]);
      if (lines.has(curve)) {
        const line = lines.get(curve);
        line.label += ` = ${this.data.policies[index]}`;
        line.isShared = true;
      } else {
        lines.set(curve, this.line(index, curves[i], stepped, keep));
      }
    });
    return [...lines.values()];
  }

  line(index, curve, stepped, keep) {
    const { colour, dash } = look(this.data.palette, index);
    const points = curve.x.map((x, i) => ({ x, y: curve.y[i] })).filter((point) => keep(point.x));
    return {
      label: this.data.policies[index],
      data: points,
      borderColor: colour,
      backgroundColor: colour,
      borderDash: dash,
      borderWidth: 2,
      pointRadius: 0,
      stepped,
    };
  }

  /** Fills a figure with its caption, a canvas that says what it shows, and its figures. */
  figure(id, title, note, { says, headings, rows }) {
    const canvas = element("canvas", { role: "img", "aria-label": `${title}. ${says}` });
    const head = element(
      "tr",
      {},
      element("th", { scope: "col" }, "Policy"),
      ...headings.map((one) => element("th", { scope: "col" }, one)),
    );
    const body = rows.map(([name, ...cells]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        ...cells.map((cell) => element("td", {}, cell)),
      ),
    );
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
    document
      .getElementById(id)
      .replaceChildren(
        element("figcaption", {}, title, element("span", {}, note)),
        element("div", { class: "plot" }, canvas),
        element(
          "details",
          {},
          element("summary", {}, "In figures"),
          element("div", { class: "wide" }, table),
        ),
      );
    return canvas;
  }

  add(canvas, config) {
    this.drawn.push(new Chart(canvas, config));
  }
}

/** The policies that share a line, in words. */
function shared(lines) {
  const names = lines.filter((line) => line.isShared).map((line) => line.label);
  return names.length === 0 ? "" : ` Same line: ${names.join("; ")}.`;
}

function quantile(curve, share) {
  const at = curve.y.findIndex((y) => y >= share);
  return at < 0 ? null : curve.x[at];
}

function most(values) {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

function least(values) {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}
