// Times in the reader's own zone; the title has the exact time.

import { DAY, duration } from "../drawings/format.js";
import { h } from "../dom.js";

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const short = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** An instant as an element; "-" if there is none. */
export function when(instant) {
  return instant === undefined
    ? "-"
    : h("time", { datetime: instant, title: instant }, clockText(instant, true));
}

/** The time of today, or the day and the time. */
export function clockText(instant, withSeconds = false) {
  const date = new Date(instant);
  const time = (withSeconds ? clock : short).format(date);
  return isToday(date) ? time : `${day.format(date)}, ${short.format(date)}`;
}

export function dayText(instant) {
  return day.format(new Date(instant));
}

/** The time since an instant, in words. */
export function age(instant) {
  return duration(Math.max(0, Math.round((Date.now() - Date.parse(instant)) / 1000)));
}

/** The time of a computation, which is often less than a millisecond. */
export function elapsed(milliseconds) {
  return milliseconds < 1000
    ? `${Number(milliseconds.toPrecision(2))} ms`
    : duration(milliseconds / 1000);
}

/** A time as its median and the interval of the simulations. */
export function range(times) {
  if (times === undefined) {
    return "beyond the simulations";
  }
  const { earliest, median, latest } = times;
  if (Date.parse(median) <= Date.now()) {
    return "now";
  }
  const same = clockText(earliest) === clockText(latest);
  const title = `80 % of the simulations: ${earliest} to ${latest}`;
  const text = same
    ? `about ${clockText(median)}`
    : `about ${clockText(median)} (${clockText(earliest)} to ${clockText(latest)})`;
  return h("time", { datetime: median, title }, text);
}

function isToday(date) {
  return date.toDateString() === new Date().toDateString() && Date.now() - date < DAY * 1000;
}
