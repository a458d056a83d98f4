import type { Screen } from "./screen.ts";

const at = (screen: Screen, selector: string) =>
  screen.elements().filter((one) => one.matches(selector));

/** The texts of the elements that a selector finds, without empty ones. */
const textsAt = (screen: Screen, selector: string) =>
  at(screen, selector)
    .map((one) => screen.textOf(one))
    .filter(Boolean);

/** The CSS classes of the elements that a selector finds. */
export const looksOf = (screen: Screen, selector: string) =>
  at(screen, selector).map((one) => one.getAttribute("class") ?? "");

/** The numbers that are styled as old while the connection is lost. */
export const ageing = (screen: Screen) => textsAt(screen, ".figures, td.number, .reached");

/** The texts whose direction follows their letters. */
export const eitherWay = (screen: Screen) => textsAt(screen, "bdi, [dir=auto]");

/** The names of the sections, as screen readers list them. */
export const sectionsOf = (screen: Screen) =>
  at(screen, "section").map((section) => {
    const [label, id] = ["aria-label", "aria-labelledby"].map((name) => section.getAttribute(name));
    return label ?? textsAt(screen, `#${id}`).join();
  });
