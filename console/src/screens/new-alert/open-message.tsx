import { CapMessageOpenDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { ChooseFile } from "../../components/choose-file.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { draft, openRow } from "../../state/draft.ts";
import { t } from "../../words/translate.ts";

/** Reads a file in the encoding that it declares. */
async function read(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const beginning = new TextDecoder("latin1").decode(bytes.slice(0, 200));
  const isLatin = /encoding\s*=\s*["'](iso-8859-1|windows-1252)/i.test(beginning);
  return new TextDecoder(isLatin ? "latin1" : "utf-8").decode(bytes);
}

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
        onChoose={async (file) => edit({ xml: await read(file), name: file.name })}
      />
      <p role="status">{name && t("Chosen: {name}", { name })}</p>
      <Field label={t("Or its address")} type="url" {...field("url")} />
    </FormDialog>
  );
}
