// The access token: kept for this tab only, and sent with each request.

const KEY = "ductile-token";
const listeners = new Set();

export function token() {
  return sessionStorage.getItem(KEY) ?? "";
}

export function signIn(secret) {
  sessionStorage.setItem(KEY, secret);
}

export function signOut() {
  sessionStorage.removeItem(KEY);
  listeners.forEach((listener) => listener());
}

export function onSignOut(listener) {
  listeners.add(listener);
}
