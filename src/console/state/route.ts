import { computed, signal } from "@preact/signals";

/** A screen of the console, by the part of the address after the #. */
export type Route =
  | { screen: "map" | "new" | "alerts" | "users" | "me" }
  | { screen: "alert"; id: number };

const address = signal(location.hash);
window.addEventListener("hashchange", () => {
  address.value = location.hash;
});

function parse(hash: string): Route {
  const [, first, second] = hash.split("/");
  const id = Number(second);
  if (first === "alerts" && Number.isInteger(id) && id > 0) return { screen: "alert", id };
  if (first === "new" || first === "alerts" || first === "users" || first === "me") {
    return { screen: first };
  }
  return { screen: "map" };
}

export const route = computed(() => parse(address.value));

export const addressOf = (to: Route) =>
  to.screen === "alert" ? `#/alerts/${to.id}` : to.screen === "map" ? "#/" : `#/${to.screen}`;

export function goTo(to: Route): void {
  location.hash = addressOf(to);
}
