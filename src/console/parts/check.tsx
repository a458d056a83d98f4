import type { ComponentChildren } from "preact";

/** A yes or no, with its label. */
export function Check(props: {
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
