import { computed, signal } from "@preact/signals";

/** The screens whose address is their name and no more. */
const PLAIN = [
  "new",
  "templates",
  "users",
  "invitations",
  "authorities",
  "me",
  "statistics",
  "proposals",
] as const;

/** A screen of the console. The part of the address after # names it. */
export type Route =
  | { screen: "map" | "design" | (typeof PLAIN)[number] }
  /** The query is the filter of the list. */
  | { screen: "alerts" | "audit-log"; query?: string }
  | { screen: "alert" | "update" | "report" | "proposal"; id: number }
  | { screen: "password"; token: string };

const address = signal(location.hash);
const pathOf = (hash: string) => hash.split("?")[0];
/** Counts the screens that were opened. */
let opened = 0;
window.addEventListener("hashchange", () => {
  // A changed filter does not open another screen.
  if (pathOf(location.hash) !== pathOf(address.peek())) opened += 1;
  address.value = location.hash;
});

/** Returns a function that tells whether the present screen has stayed open, for answers that may come late. */
export function screenWatch(): () => boolean {
  const present = opened;
  return () => opened === present;
}

function parse(hash: string): Route {
  const [path = "", query = ""] = hash.split(/\?(.*)/s);
  const [, first, second, third] = path.split("/");
  const id = Number(second);
  if (first === "password" && second) return { screen: "password", token: second };
  if (first === "alerts" && Number.isInteger(id) && id > 0) {
    return { screen: third === "update" || third === "report" ? third : "alert", id };
  }
  if (first === "proposals" && Number.isInteger(id) && id > 0) return { screen: "proposal", id };
  if (first === "alerts" || first === "audit-log") return { screen: first, query };
  if (first === "design") return { screen: first };
  return { screen: PLAIN.find((name) => name === first) ?? "map" };
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
    case "report":
      return `#/alerts/${to.id}/${to.screen}`;
    case "proposal":
      return `#/proposals/${to.id}`;
    case "alerts":
    case "audit-log":
      return to.query ? `#/${to.screen}?${to.query}` : `#/${to.screen}`;
    case "password":
      return `#/password/${to.token}`;
    default:
      return `#/${to.screen}`;
  }
}

export function goTo(to: Route): void {
  location.hash = addressOf(to);
}
