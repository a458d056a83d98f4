import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/translate.ts";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** What was refused, for the field that it is about. */
export const Fault = createContext({ field: "", text: "" });

interface Props {
  /** The text of the button that submits. */
  action: string;
  submit: () => Promise<void> | void;
  /** What is said when it is done. */
  done?: string;
  /** False while it cannot be submitted. */
  isReady?: boolean;
  /** True if it deletes something. */
  isDanger?: boolean;
  /** More buttons. */
  buttons?: ComponentChildren;
  children?: ComponentChildren;
}

/**
 * A form. While it is busy its button is disabled. Then it says what became of it: a fault below its field, which gets
 * the focus, and others above the button.
 */
export function Form(props: Props) {
  const { action, submit, done, isReady = true, isDanger, buttons, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isDone, setDone] = useState(false);
  const { run, isBusy, problem, field } = useAction(async () => {
    setDone(false);
    await submit();
    setDone(true);
  });
  const isField = field !== "" && form.current?.elements.namedItem(field) != null;
  useEffect(() => {
    // A disabled button has lost the focus.
    if (isBusy || !(problem || isDone)) return;
    const target = form.current?.querySelector<HTMLElement>("[aria-invalid], [type=submit]");
    if (problem || document.activeElement === document.body) target?.focus();
  }, [isBusy]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Fault.Provider value={isField ? { field, text: problem } : { field: "", text: "" }}>
        {children}
      </Fault.Provider>
      <Problem text={isField ? "" : problem} />
      {done && <p role="status">{isDone && done}</p>}
      <div class="actions">
        <button type="submit" class={isDanger ? "danger" : "primary"} disabled={isBusy || !isReady}>
          {action}
        </button>
        {buttons}
      </div>
    </form>
  );
}

/** A form in a dialog, which can be left without submitting it. */
export function FormDialog(
  props: Props & { title: string; isWide?: boolean; cancel?: string; onClose: () => void },
) {
  const { title, isWide, cancel = t("Cancel"), onClose, ...form } = props;
  return (
    <Dialog label={title} onClose={onClose} isWide={isWide}>
      <h2>{title}</h2>
      <Form
        {...form}
        buttons={
          <button type="button" onClick={onClose}>
            {cancel}
          </button>
        }
      />
    </Dialog>
  );
}

/** Keeps what is typed. `field` returns what a field needs; `edit` changes some values. */
export function useFields<Fields extends object>(begin: Fields | (() => Fields)) {
  const [fields, setFields] = useState(begin);
  const edit = (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change }));
  const field = <Name extends keyof Fields & string>(name: Name) => ({
    name,
    value: fields[name],
    onInput: (value: Fields[Name]) => edit({ [name]: value } as unknown as Partial<Fields>),
  });
  return { fields, field, edit };
}
