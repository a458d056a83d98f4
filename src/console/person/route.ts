import { signal } from "@preact/signals";

/** Where the person is in their page. The address after # says so, as in the console. */
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
