import type { ComponentChildren } from "preact";

/** The panel beside the map. It takes the focus, so that keys can scroll it. */
export function Panel({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, the keyboard could not scroll it
    <section class="panel" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
