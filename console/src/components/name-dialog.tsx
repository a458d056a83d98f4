import type { ComponentChildren } from "preact";
import { done } from "../state/notice.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";
import { FormDialog } from "./form.tsx";

/** Asks for the name under which something is saved for all colleagues. */
export function NameDialog(props: {
  title: string;
  placeholder: string;
  hint: string;
  name: string;
  onInput: (name: string) => void;
  /** The text of the button that saves. */
  action: string;
  save: () => Promise<void>;
  onClose: () => void;
  /** Shown below the name, such as what saving under it replaces. */
  children?: ComponentChildren;
}) {
  const { title, placeholder, hint, name, onInput, action, save, onClose } = props;
  return (
    <FormDialog
      title={title}
      action={action}
      isReady={name.trim() !== ""}
      submit={async () => {
        await save();
        onClose();
        done(t("Saved: {name}", { name: name.trim() }));
      }}
      onClose={onClose}
    >
      <Field
        label={t("Name")}
        name="name"
        placeholder={placeholder}
        hint={hint}
        value={name}
        onInput={onInput}
      />
      {props.children}
    </FormDialog>
  );
}
