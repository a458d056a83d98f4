import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

/** Shows one of several panels. Those that are hidden stay as they are, and go on loading. */
export function Tabs(props: { label: string; tabs: readonly [name: string, ComponentChildren][] }) {
  const { label, tabs } = props;
  const [shown, setShown] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  function move({ key }: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = (shown + step + tabs.length) % tabs.length;
    setShown(next);
    list.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  }
  return (
    <>
      <div role="tablist" class="tab-list" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(([name], at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-controls={`${id}-${at}`}
            aria-selected={at === shown}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => setShown(at)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(([name, content], at) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== shown}
        >
          {content}
        </div>
      ))}
    </>
  );
}
