// The view that asks for the access token, once for each tab.

import { identify } from "../api.js";
import { h } from "../dom.js";
import { signIn } from "../session.js";

export async function open({ restart }) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const input = h("input", {
    id: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    spellcheck: "false",
  });
  const enter = async (event) => {
    event.preventDefault();
    await tryToken(input.value.trim(), trouble, restart);
  };
  return [
    h("h1", {}, "Sign in"),
    h(
      "section",
      { class: "narrow" },
      h(
        "form",
        { onsubmit: enter },
        h("label", { for: "token", class: "field" }, "Access token"),
        input,
        h("button", { type: "submit", class: "primary" }, "Sign in"),
        trouble,
      ),
      h(
        "p",
        { class: "note" },
        "The first token of a new server is in the file ",
        h("code", {}, "ductile-data/token"),
        "; an admin issues more. This tab forgets the token when it is closed.",
      ),
    ),
  ];
}

async function tryToken(secret, trouble, restart) {
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    trouble.textContent = "A token has letters, digits and signs, without spaces.";
    return;
  }
  try {
    await identify(secret);
  } catch (error) {
    trouble.textContent =
      error.status === 401 ? "The server does not know this token, or it has expired." : error.message;
    return;
  }
  signIn(secret);
  await restart();
}
