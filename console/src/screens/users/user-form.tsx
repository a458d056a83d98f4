import { useState } from "preact/hooks";
import { Checkbox } from "../../components/checkbox.tsx";
import {
  EMAIL,
  Field,
  type FieldProps,
  NEW_PASSWORD,
  OWN_PASSWORD,
} from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
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

const RIGHTS = [
  ["isAdmin", t("Administrator: may warn people, and see where they are")],
  ["isTester", t("Tester: exercises and tests reach them")],
  ["isTraining", t("In training: every alert they publish is an exercise")],
] as const;

/** Closes the form. `news` says what was done, to the user with this id. */
export type Close = (isChanged: boolean, news?: string, id?: number) => void;

/** The form for a user. It keeps its input if saving fails. */
export function UserForm(props: {
  title: string;
  action: string;
  begin: UserFields;
  password: Partial<FieldProps>;
  /** True if these fields need the administrator's own password. */
  needsPassword?: (fields: UserFields) => boolean;
  /** Returns the user's id. */
  save: (fields: UserFields) => Promise<number | undefined>;
  onClose: Close;
}) {
  const { title, action, begin, save, onClose } = props;
  const { fields, field, edit } = useFields({ currentPassword: "", ...begin });
  // A part may be saved even if saving failed.
  const [isTried, setTried] = useState(false);
  async function submit(): Promise<void> {
    setTried(true);
    const id = await save({ ...fields, email: fields.email.trim() });
    onClose(true, t("Saved: {name}", { name: fields.name }), id);
  }
  return (
    <FormDialog title={title} action={action} submit={submit} onClose={() => onClose(isTried)}>
      <Field label={t("Name")} required autocomplete="off" {...field("name")} />
      <Field {...EMAIL} autocomplete="off" {...field("email")} />
      <Field label={t("Address")} autocomplete="off" {...field("address")} />
      <Field {...NEW_PASSWORD} {...props.password} {...field("password")} />
      {props.needsPassword?.(fields) && (
        <Field
          {...OWN_PASSWORD}
          hint={t("To change an email or a password.")}
          {...field("currentPassword")}
        />
      )}
      {RIGHTS.map(([name, text]) => {
        const value = fields[name];
        return (
          value !== undefined && (
            <Checkbox key={name} value={value} onChange={(is) => edit({ [name]: is })}>
              {text}
            </Checkbox>
          )
        );
      })}
    </FormDialog>
  );
}
