import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** An input with its label, and a hint that screen readers read out with it. */
export function Field(props: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: string;
  hint?: ComponentChildren;
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  placeholder?: string;
  inputMode?: "decimal" | "numeric";
  step?: string;
}) {
  const { label, hint, onInput, ...input } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as object)}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
