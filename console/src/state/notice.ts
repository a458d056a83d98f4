import { computed, effect, signal } from "@preact/signals";
import { route } from "./route.ts";

const SHOWN_MS = 15_000;
let timer: ReturnType<typeof setTimeout>;

/** What was just done, for the page's status line. */
export const notice = signal("");

const screen = computed(() => route.value.screen);
// At once: an effect of a component may run late, and take away what was done since.
effect(() => {
  void screen.value;
  notice.value = "";
});

/** Focuses a row, which may come with the next load of its list, or the screen's heading if nothing has the focus. */
function focusOn(id: string, tries: number): void {
  const row = document.getElementById(id);
  if (row) row.focus();
  else if (id && tries > 0) setTimeout(focusOn, 100, id, tries - 1);
  else if (document.activeElement === document.body) document.querySelector("h1")?.focus();
}

/** Says what was done, and moves the focus to the row with an id that it concerns. Call it when the list is loaded. */
export function done(text: string, id = ""): void {
  notice.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = "";
  }, SHOWN_MS);
  // By then the dialog has closed, and the list is drawn.
  setTimeout(focusOn, 0, id, 20);
}
