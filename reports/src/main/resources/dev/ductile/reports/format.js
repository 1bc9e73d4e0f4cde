// Numbers as people read them; the same rules as Unit.java.

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Two neighbouring units at most: 4h 12m. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) {
    return "-";
  }
  const size = Math.abs(seconds);
  const sign = seconds < 0 && size >= 0.0005 ? "-" : "";
  if (size < 59.95) {
    return sign + Number(size.toFixed(size < 0.9995 ? 3 : 1)) + "s";
  }
  if (Math.round(size) < HOUR) {
    return sign + pair(Math.round(size), MINUTE, "m", 1, "s");
  }
  const minutes = Math.round(size / MINUTE) * MINUTE;
  if (minutes < DAY) {
    return sign + pair(minutes, HOUR, "h", MINUTE, "m");
  }
  return sign + pair(Math.round(size / HOUR) * HOUR, DAY, "d", HOUR, "h");
}

function pair(seconds, large, its, small, their) {
  const rest = Math.floor((seconds % large) / small);
  const first = count(Math.floor(seconds / large)) + its;
  return rest === 0 ? first : `${first} ${rest}${their}`;
}

export function count(value) {
  return value.toLocaleString("en-US", { maximumFractionDigits: 1 });
}

export function percent(share) {
  return `${(share * 100).toFixed(1)}%`;
}

export function ratio(value) {
  return value === null ? "-" : value.toFixed(Math.abs(value) < 100 ? 2 : 0);
}

/** A mean and half of its interval. */
export function spread([mean, low, high]) {
  const half = (high - low) / 2;
  return low === null ? duration(mean) : `${duration(mean)} ± ${duration(half)}`;
}

/** Makes an element with its attributes and what is in it; text is never read as markup. */
export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value === true) {
      made.setAttribute(key, "");
    } else if (value !== false) {
      made.setAttribute(key, value);
    }
  }
  made.append(...inside);
  return made;
}
