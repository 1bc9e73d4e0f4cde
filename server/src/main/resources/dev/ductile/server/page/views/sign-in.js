// The view that asks for a sign-in: at the provider of the server if it has one, or by an access token.

import { get, identify } from "../api.js";
import { button, h } from "../dom.js";
import { leave } from "../provider.js";
import { signIn, signInNote } from "../session.js";

export async function open({ restart, signal }) {
  const trouble = h("p", { class: "trouble", role: "alert" }, signInNote());
  const provider = await providerPart(trouble, signal);
  return [
    h("h1", {}, "Sign in"),
    h("section", { class: "narrow" }, trouble, ...provider, ...tokenPart(provider, trouble, restart)),
  ];
}

/** The button of the provider, or why it cannot be used now. */
async function providerPart(trouble, signal) {
  const { issuer, problem, provider } = await get("sign-in", {}, signal).catch(() => ({}));
  if (issuer === undefined) {
    return [];
  }
  if (provider === undefined) {
    const cause = problem ?? "it names no safe addresses for signing in";
    return [h("p", { class: "note" }, `Nobody can sign in by ${issuer} now: ${cause}. A token works.`)];
  }
  const start = async () => {
    try {
      await leave({ issuer, provider });
    } catch (error) {
      trouble.textContent = error.message;
    }
  };
  return [
    button(`Sign in with ${provider.name}`, start, { id: "provider", class: "primary" }),
  ];
}

/** The form for a token; it comes second if there is a provider. */
function tokenPart(provider, trouble, restart) {
  const isSecond = provider.length > 0;
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
    h(
      "form",
      { onsubmit: enter },
      h("label", { for: "token", class: "field" }, isSecond ? "Or an access token" : "Access token"),
      input,
      h("button", { type: "submit", class: isSecond ? "" : "primary" }, "Sign in"),
    ),
    h(
      "p",
      { class: "note" },
      "The first token of a new server is in the file ",
      h("code", {}, "ductile-data/token"),
      "; an admin issues more. This tab forgets the token when it is closed.",
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
