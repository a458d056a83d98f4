import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/translate.ts";

const CONSOLE = t("Location alerts");

/**
 * The heading of a screen. It names the browser's tab, and takes the focus when the screen opens, so that a screen
 * reader announces the screen and the keyboard begins there.
 * @param props.text The name of the tab, and the heading unless it has children.
 */
export function Title({ text, children }: { text: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.title;
    document.title = `${text} – ${CONSOLE}`;
    // When a login over the page closes, the tab gets the page's name back.
    return () => {
      document.title = before;
    };
  }, [text]);
  useEffect(() => {
    // The heading may appear late, with its code or data. If the user has moved on, the focus stays there.
    const active = document.activeElement;
    if (active !== document.body && !active?.matches("[aria-current=page]")) return;
    // On a phone the map is above the heading, and stays in sight.
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? text}
    </h1>
  );
}
