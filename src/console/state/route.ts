import { computed, signal } from "@preact/signals";

/** A screen of the console. The part of the address after # names it. */
export type Route =
  | { screen: "map" | "new" | "alerts" | "templates" | "users" | "me" }
  | { screen: "alert" | "update"; id: number }
  | { screen: "password"; token: string };

const address = signal(location.hash);
window.addEventListener("hashchange", () => {
  address.value = location.hash;
});

function parse(hash: string): Route {
  const [, first, second, third] = hash.split("/");
  const id = Number(second);
  if (first === "password" && second) return { screen: "password", token: second };
  if (first === "alerts" && Number.isInteger(id) && id > 0) {
    return { screen: third === "update" ? "update" : "alert", id };
  }
  if (
    first === "new" ||
    first === "alerts" ||
    first === "templates" ||
    first === "users" ||
    first === "me"
  ) {
    return { screen: first };
  }
  return { screen: "map" };
}

export const route = computed(() => parse(address.value));

/** Returns the address of a screen, for links. */
export function addressOf(to: Route): string {
  switch (to.screen) {
    case "map":
      return "#/";
    case "alert":
      return `#/alerts/${to.id}`;
    case "update":
      return `#/alerts/${to.id}/update`;
    case "password":
      return `#/password/${to.token}`;
    default:
      return `#/${to.screen}`;
  }
}

export function goTo(to: Route): void {
  location.hash = addressOf(to);
}
