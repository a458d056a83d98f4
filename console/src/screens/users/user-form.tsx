import { useState } from "preact/hooks";
import { Checkbox } from "../../components/checkbox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { t } from "../../words/translate.ts";

/** A user's details and rights. */
export interface UserFields {
  name: string;
  email: string;
  address: string;
  password: string;
  isAdmin: boolean;
  /** These two are undefined if the form does not show them. */
  isTester?: boolean;
  isTraining?: boolean;
  /** The administrator's own password. */
  currentPassword?: string;
}

/** The form for a user. It keeps its input if saving fails. */
export function UserForm(props: {
  label: string;
  heading: string;
  action: string;
  begin: UserFields;
  password: { label: string; hint: string; required?: boolean };
  /** True if these fields need the administrator's own password. */
  needsPassword?: (fields: UserFields) => boolean;
  save: (fields: UserFields) => Promise<void>;
  onClose: (isChanged: boolean) => void;
}) {
  const { save, onClose } = props;
  const [fields, setFields] = useState(props.begin);
  const edit = (change: Partial<UserFields>) => setFields((now) => ({ ...now, ...change }));
  const [isTried, setTried] = useState(false);
  const { run, isBusy, problem } = useAction(async () => {
    setTried(true);
    await save({ ...fields, email: fields.email.trim() });
    onClose(true);
  });
  const { name, email, address, password, isAdmin, isTester, isTraining } = fields;
  // A part may be saved even if saving failed.
  const leave = () => onClose(isTried);
  return (
    <Dialog label={props.label} onClose={leave}>
      <h2>{props.heading}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label={t("Name")}
          required
          value={name}
          onInput={(text) => edit({ name: text })}
          autocomplete="off"
        />
        <Field
          label={t("Email")}
          type="email"
          required
          value={email}
          onInput={(text) => edit({ email: text })}
          autocomplete="off"
        />
        <Field
          label={t("Address")}
          value={address}
          onInput={(text) => edit({ address: text })}
          autocomplete="off"
        />
        <Field
          {...props.password}
          type="password"
          minLength={8}
          value={password}
          onInput={(text) => edit({ password: text })}
          autocomplete="new-password"
        />
        {props.needsPassword?.(fields) && (
          <Field
            label={t("Your own password")}
            hint={t("To change an email or a password.")}
            type="password"
            required
            value={fields.currentPassword ?? ""}
            onInput={(text) => edit({ currentPassword: text })}
            autocomplete="current-password"
          />
        )}
        <Checkbox value={isAdmin} onChange={(value) => edit({ isAdmin: value })}>
          {t("Administrator: may warn people, and see where they are")}
        </Checkbox>
        {isTester !== undefined && (
          <Checkbox value={isTester} onChange={(value) => edit({ isTester: value })}>
            {t("Tester: exercises and tests reach them")}
          </Checkbox>
        )}
        {isTraining !== undefined && (
          <Checkbox value={isTraining} onChange={(value) => edit({ isTraining: value })}>
            {t("In training: every alert they publish is an exercise")}
          </Checkbox>
        )}
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {props.action}
          </button>
          <button type="button" onClick={leave}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
