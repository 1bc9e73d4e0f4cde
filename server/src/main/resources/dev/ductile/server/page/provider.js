// Sign-in at an OpenID Connect provider: authorization code with PKCE (RFC 7636). The server gets the
// token of the provider for the code, and gives this tab a session.

import { send } from "./api.js";
import { noteForSignIn, signIn } from "./session.js";

const KEY = "ductile-sign-in";
const SECRET_BYTES = 32;
const LONGEST_MILLISECONDS = 15 * 60_000;

/** Leaves for the provider; it sends the reader back to this page. */
export async function leave({ issuer, provider }) {
  if (crypto.subtle === undefined) {
    throw new Error("Browsers sign in only over https or on the machine of the server. Use its https address.");
  }
  const journey = {
    issuer,
    state: secret(),
    nonce: secret(),
    verifier: secret(),
    redirect: new URL("./", location.href).href,
    place: location.hash,
    began: Date.now(),
  };
  const address = new URL(provider.authorization);
  const query = {
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: journey.redirect,
    scope: provider.scope,
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await challenge(journey.verifier),
    code_challenge_method: "S256",
  };
  Object.entries(query).forEach(([key, value]) => address.searchParams.set(key, value));
  sessionStorage.setItem(KEY, JSON.stringify(journey));
  location.assign(address);
}

/** Ends a sign-in if the provider has sent the reader here. The code does not stay in the address. */
export async function arrive() {
  const answer = new URLSearchParams(location.search);
  if (!answer.has("state") || !(answer.has("code") || answer.has("error"))) {
    return;
  }
  const journey = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  sessionStorage.removeItem(KEY);
  history.replaceState(null, "", location.pathname + (journey.place ?? ""));
  try {
    requireSame(answer, journey);
    const { code, verifier, nonce, redirect } = { code: answer.get("code"), ...journey };
    const begun = await send("POST", "sign-in", { code, verifier, nonce, redirect });
    signIn(begun.token);
  } catch (error) {
    noteForSignIn(error.message);
  }
}

function requireSame(answer, { state, issuer, began }) {
  if (state === undefined || answer.get("state") !== state) {
    throw new Error("This sign-in did not begin in this tab. Sign in again.");
  }
  if (answer.has("iss") && answer.get("iss") !== issuer) {
    throw new Error(`The answer came from another provider, ${answer.get("iss")}. Sign in again.`);
  }
  if (Date.now() - began > LONGEST_MILLISECONDS) {
    throw new Error("This sign-in took longer than 15 minutes. Sign in again.");
  }
  if (answer.has("error")) {
    const cause = answer.get("error_description") ?? answer.get("error");
    throw new Error(`The provider refused: ${cause.slice(0, 200)}. Sign in again, or use a token.`);
  }
}

function secret() {
  return encoded(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

async function challenge(verifier) {
  return encoded(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** Base64 for addresses, without padding. */
function encoded(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
