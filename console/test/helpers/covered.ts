import type { Page } from "playwright-core";

/** Returns the controls that something else covers when they are scrolled to. */
export const coveredControls = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll("button, input, select, textarea, summary, a")]
    .filter((control) => control.checkVisibility() && !control.disabled)
    .filter((control) => {
      control.scrollIntoView({ block: "center" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return !control.contains(above) && !above?.contains(control);
    })
    .map((control) => control.outerHTML.slice(0, 200))`);
