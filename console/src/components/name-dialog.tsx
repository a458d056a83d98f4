import type { ComponentChildren } from "preact";
import { t } from "../words/translate.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** Asks for the name under which something is saved for all administrators. */
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
  const { title, placeholder, hint, name, onInput, onClose } = props;
  const { run, isBusy, problem } = useAction(async () => {
    await props.save();
    onClose();
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <h2>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label={t("Its name")}
          placeholder={placeholder}
          hint={hint}
          value={name}
          onInput={onInput}
        />
        {props.children}
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || name.trim() === ""}>
            {props.action}
          </button>
          <button type="button" onClick={onClose}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
