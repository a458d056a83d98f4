import type { ComponentChildren } from "preact";
import { useContext, useId } from "preact/hooks";
import { t } from "../words/translate.ts";
import { Fault } from "./form.tsx";

export interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  name?: string;
  type?: string;
  hint?: ComponentChildren;
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  placeholder?: string;
  inputMode?: "decimal" | "numeric";
  step?: string;
}

/** An input with its label, and a hint or its form's fault that screen readers read out with it. */
export function Field(props: FieldProps) {
  const { label, hint, onInput, ...input } = props;
  const id = useId();
  const { field, text } = useContext(Fault);
  const isFaulty = field !== "" && field === props.name;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as object)}
        id={id}
        dir="auto"
        aria-describedby={hint || isFaulty ? `${id}-hint` : undefined}
        aria-invalid={isFaulty || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {(hint || isFaulty) && (
        <p class={isFaulty ? "problem" : "hint"} id={`${id}-hint`}>
          {isFaulty ? text : hint}
        </p>
      )}
    </div>
  );
}

/** What fields are that several forms have. */
export const CODE = {
  label: t("Code"),
  hint: t("The six digits that your app shows, or a recovery code."),
  required: true,
  autocomplete: "one-time-code",
};
export const EMAIL = {
  label: t("Email"),
  type: "email",
  required: true,
  autocomplete: "username",
};
const PASSWORD = { type: "password", required: true, autocomplete: "new-password" };
export const NEW_PASSWORD = { ...PASSWORD, label: t("New password"), minLength: 8 };
export const SAME_PASSWORD = { ...PASSWORD, label: t("The same again") };
export const OWN_PASSWORD = {
  ...PASSWORD,
  label: t("Your own password"),
  autocomplete: "current-password",
};
