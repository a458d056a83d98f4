import type { ComponentChildren } from "preact";

/** What one can do with a row: the button's text, its name for screen readers, and what it does. */
export type Action = readonly [text: string, name: string, act: () => void];

/** A row of a list, with its actions. One with an id takes the focus after a deed that concerns it. */
export function ListItem(props: {
  id?: string;
  /** How many rows of a tree it is below. */
  depth?: number;
  actions: readonly (Action | false)[];
  isBusy?: boolean;
  children: ComponentChildren;
}) {
  const { id, depth = 0, isBusy = false, children } = props;
  const actions = props.actions.filter((action) => action !== false);
  return (
    <li
      class="user"
      id={id}
      tabIndex={id ? -1 : undefined}
      style={{ marginInlineStart: `${depth}rem` }}
    >
      <div>{children}</div>
      {actions.length > 0 && (
        <div class="user-actions">
          {actions.map(([text, name, act]) => (
            <button key={name} type="button" disabled={isBusy} aria-label={name} onClick={act}>
              {text}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
