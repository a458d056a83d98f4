import { signal } from "@preact/signals";

/** A screen of the person's page. The part of the address after # names it, as in the console. */
export type Route =
  | { screen: "now" }
  | { screen: "messages" }
  | { screen: "me" }
  | { screen: "alert"; id: number };

function parse(hash: string): Route {
  const [, id] = /^#\/alerts\/(\d{1,10})$/.exec(hash) ?? [];
  if (id) return { screen: "alert", id: Number(id) };
  if (hash === "#/messages") return { screen: "messages" };
  return { screen: hash === "#/me" ? "me" : "now" };
}

export const route = signal<Route>(parse(location.hash));
window.addEventListener("hashchange", () => {
  route.value = parse(location.hash);
  window.scrollTo(0, 0);
});
