import { useEffect, useState } from "preact/hooks";
import { download } from "../../api/download.ts";
import {
  PositionChoiceDocument,
  UserEraseDocument,
  UserExportDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Field, OWN_PASSWORD } from "../../components/field.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import type { User } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";
import type { Close } from "./user-form.tsx";

/** Shows the person's choice of which positions are kept. Only they can change it. */
function PositionChoice({ id }: { id: number }) {
  const [isLastOnly, setLastOnly] = useState<boolean>();
  const { run, problem } = useAction(async () => {
    const { user } = await request(PositionChoiceDocument, { id });
    setLastOnly(user?.lastPositionOnly);
  });
  useEffect(() => void run(), []);
  return (
    <>
      <Problem text={problem} />
      <p>
        {isLastOnly === true &&
          t(
            "This person chose that only their last position is kept. Only they can change that, under Me of their own page.",
          )}
        {isLastOnly === false &&
          t(
            "A history of their positions is kept, unless the service keeps nobody’s. Only they can choose otherwise, under Me of their own page.",
          )}
      </p>
    </>
  );
}

/** Returns a text as the page shows it, where letters' encodings and repeated spaces are invisible. */
const normalized = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/** Downloads what is held of a person who asks for it, and erases them. */
export function UserData({ user, onClose }: { user: User; onClose: Close }) {
  const { id, name } = user;
  const { fields, field } = useFields({ typed: "", currentPassword: "" });
  const [isBegun, setBegun] = useState(false);
  const asking = useAction(async () => {
    setBegun(false);
    const { userExport } = await request(UserExportDocument, { id });
    if (!userExport) return;
    download(userExport.url);
    setBegun(true);
  });
  const title = t("Data of {name}", { name });
  return (
    <Dialog label={title} onClose={() => onClose(false)}>
      <h2>{title}</h2>
      <PositionChoice id={id} />
      <p>
        {t(
          "Everything that the service holds of this person, as one file, if they ask for it. The download is in the audit log.",
        )}
      </p>
      <Problem text={asking.problem} />
      <p>
        <button type="button" disabled={asking.isBusy} onClick={() => void asking.run()}>
          {t("Download it")}
        </button>{" "}
        <span role="status">{isBegun && t("The download begins.")}</span>
      </p>
      <h3>{t("Erase {name}", { name })}</h3>
      <p>
        {t(
          "Their email, name, positions, devices and sessions are deleted at once. This cannot be undone. That somebody was told of alerts stays on record, without name and place.",
        )}
      </p>
      <Form
        action={t("Erase {name}", { name })}
        isDanger
        isReady={normalized(fields.typed) === normalized(name)}
        submit={async () => {
          await request(UserEraseDocument, { id, currentPassword: fields.currentPassword });
          onClose(true, t("Erased: {name}", { name }));
        }}
        buttons={
          <button type="button" onClick={() => onClose(false)}>
            {t("Close")}
          </button>
        }
      >
        <Field
          label={t("Type {name} to erase this person", { name })}
          required
          autocomplete="off"
          {...field("typed")}
        />
        <Field {...OWN_PASSWORD} {...field("currentPassword")} />
      </Form>
    </Dialog>
  );
}
