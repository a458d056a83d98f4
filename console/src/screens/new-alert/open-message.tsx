import { CapMessageOpenDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { ChooseFile } from "../../components/choose-file.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { draft, openRow } from "../../state/draft.ts";
import { t } from "../../words/translate.ts";

/** Opens a CAP message of others from a file or an address, as a shared draft. */
export function OpenMessage({ onClose }: { onClose: () => void }) {
  const { fields, field, edit } = useFields({ url: "", xml: "", name: "" });
  const { url, xml, name } = fields;
  async function submit(): Promise<void> {
    const input = {
      ...(xml ? { xml } : { url: url.trim() }),
      authorityId: draft.peek().authorityId ?? null,
    };
    const { capMessageOpen } = await request(CapMessageOpenDocument, { input });
    onClose();
    if (capMessageOpen) await openRow(capMessageOpen.id, capMessageOpen.alertId ?? undefined);
  }
  return (
    <FormDialog
      title={t("Open a warning of others")}
      action={t("Open it as a draft")}
      isReady={xml !== "" || url.trim() !== ""}
      submit={submit}
      onClose={onClose}
    >
      <p>{t("A message in CAP, the format of weather services and of neighbours.")}</p>
      <ChooseFile
        label={t("A file")}
        accept=".xml,.cap"
        onChoose={async (file) => edit({ xml: await file.text(), name: file.name })}
      />
      <p role="status">{name && t("Chosen: {name}", { name })}</p>
      <Field label={t("Or its address")} type="url" {...field("url")} />
    </FormDialog>
  );
}
