import type { ComponentChildren } from "preact";

/** A checkbox with its label. */
export function Checkbox(props: {
  value: boolean;
  onChange: (value: boolean) => void;
  children: ComponentChildren;
}) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={props.value}
          onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
        />{" "}
        {props.children}
      </label>
    </p>
  );
}
