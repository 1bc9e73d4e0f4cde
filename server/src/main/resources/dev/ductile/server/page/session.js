// The access token: kept for this tab only, and sent with each request.

const KEY = "ductile-token";
const listeners = new Set();
let note = "";

export function token() {
  return sessionStorage.getItem(KEY) ?? "";
}

export function signIn(secret) {
  note = "";
  sessionStorage.setItem(KEY, secret);
}

/** Forgets the token; the view that asks for the next one shows the note. */
export function signOut(reason = "") {
  note = reason;
  sessionStorage.removeItem(KEY);
  listeners.forEach((listener) => listener());
}

export function onSignOut(listener) {
  listeners.add(listener);
}

/** Why the reader has to sign in, if there is more to say. */
export function signInNote() {
  return note;
}

export function noteForSignIn(text) {
  note = text;
}
