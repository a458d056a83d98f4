import { useState } from "preact/hooks";
import { download } from "../../api/download.ts";
import { EraseMeDocument, ExportMeDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Field, OWN_PASSWORD } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { logOut } from "../../state/session.ts";
import { t } from "../../words/translate.ts";

/** Asks for the password before the user is erased. */
function EraseMe({ onClose, onErased }: { onClose: () => void; onErased: () => void }) {
  const { fields, field } = useFields({ currentPassword: "" });
  return (
    <FormDialog
      title={t("Erase me?")}
      action={t("Erase me")}
      isDanger
      submit={() => request(EraseMeDocument, fields).then(onErased)}
      onClose={onClose}
    >
      <p>
        {t(
          "My email, name, positions, devices and sessions are deleted at once, and I am logged out. This cannot be undone. That I was told of alerts stays on record, without my name and place.",
        )}
      </p>
      <Field {...OWN_PASSWORD} {...field("currentPassword")} />
    </FormDialog>
  );
}

/**
 * Downloads what is held of the user, and erases them.
 * @param props.onErased Called after the erasure, to forget the user in the browser too.
 */
export function MyData({ onErased = logOut }: { onErased?: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const { run, isBusy, problem } = useAction(async () => {
    setBegun(false);
    const { exportMe } = await request(ExportMeDocument, {});
    if (!exportMe) return;
    download(exportMe.url);
    setBegun(true);
  });
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t("My data")}</h2>
      <p>{t("Everything that the service holds of me, as one file.")}</p>
      <Problem text={problem} />
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {t("Download it")}
        </button>
        <button type="button" class="plain" onClick={() => setAsking(true)}>
          {t("Erase me…")}
        </button>
      </div>
      <p role="status">{isBegun && t("The download begins.")}</p>
      {isAsking && <EraseMe onClose={() => setAsking(false)} onErased={onErased} />}
    </section>
  );
}
