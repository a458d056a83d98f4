import { useEffect, useId } from "preact/hooks";
import {
  CapSourceAddDocument,
  CapSourceEditDocument,
  CapSourceRemoveDocument,
  CapSourcesDocument,
  type CapSourcesQuery,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Select } from "../../components/select.tsx";
import { areaOf } from "../../geo/area.ts";
import { loaded } from "../../state/loaded.ts";
import { done } from "../../state/notice.ts";
import { now } from "../../state/now.ts";
import { mine } from "../../state/rights.ts";
import { savedAreas, savedShapes } from "../../state/saved-areas.ts";
import { lastAnswer, problemInWords } from "../../words/cap-problems.ts";
import { exactDuration, pastTime } from "../../words/time.ts";
import { t } from "../../words/translate.ts";
import { ManagedAuthority, ManagedList } from "./managed.tsx";

type Source = NonNullable<CapSourcesQuery["capSources"]>[number];

const sources = loaded(
  async (signal) => (await request(CapSourcesDocument, {}, { signal })).capSources ?? [],
);
const INTERVALS = [10, 30, 60, 300, 900, 3600];
/** A source is silent after so many intervals, and a minute for the host. */
const SILENT_INTERVALS = 3;

/** Says how a source is, and whether that needs attention. */
function stateOf(source: Source, at: number): [text: string, needsAttention: boolean] {
  const { isPaused, problem, answeredAt, intervalS } = source;
  if (isPaused) return [t("Paused"), false];
  if (!problem && answeredAt === null) return [t("It is asked for the first time."), false];
  const isSilent = at - (answeredAt ?? 0) > SILENT_INTERVALS * intervalS + 60;
  return [lastAnswer(problem, answeredAt, at), problem !== null || isSilent];
}

/** Adds a source, or changes one. */
function EditSource({ source, onClose }: { source?: Source | undefined; onClose: () => void }) {
  const { fields, field, edit } = useFields({
    name: source?.name ?? "",
    url: source?.url ?? "",
    intervalS: String(source?.intervalS ?? 30),
    publicKey: source?.publicKey ?? "",
    isPaused: source?.isPaused ?? false,
    authorityId: mine("MANAGER")[0]?.id,
    areaId: "",
  });
  const keyId = useId();
  useEffect(() => void savedAreas.load(), []);
  async function submit(): Promise<void> {
    const { name, url, publicKey, isPaused, authorityId, areaId } = fields;
    const area = areaId ? areaOf(await savedShapes(Number(areaId))) : undefined;
    const common = { name, url, publicKey, isPaused, intervalS: Number(fields.intervalS) };
    const input = { ...common, ...(area && { area }) };
    await (source
      ? request(CapSourceEditDocument, { id: source.id, input })
      : request(CapSourceAddDocument, {
          input: { ...input, authorityId: authorityId ?? null },
        }));
    await sources.load();
    onClose();
    done(t("Saved: {name}", { name: name.trim() }));
  }
  return (
    <FormDialog
      title={source ? t("Edit {name}", { name: source.name }) : t("New source")}
      action={t("Save")}
      isReady={fields.name.trim() !== "" && fields.url.trim() !== ""}
      submit={submit}
      onClose={onClose}
    >
      <Field label={t("Name")} placeholder={t("Neighbouring city")} {...field("name")} />
      <Field label={t("Address of its CAP feed")} type="url" {...field("url")} />
      {!source && (
        <ManagedAuthority
          label={t("For")}
          value={fields.authorityId}
          onChange={(authorityId) => edit({ authorityId })}
        />
      )}
      <Select
        label={t("What touches")}
        value={fields.areaId}
        options={[
          ["", source ? t("the same area as before") : t("the area of the authority")] as const,
          ...(savedAreas.data.value ?? []).map(({ id, name }) => [String(id), name] as const),
        ]}
        onChange={(areaId) => edit({ areaId })}
      />
      <Select
        label={t("Asked every")}
        value={fields.intervalS}
        options={INTERVALS.map((seconds) => [String(seconds), exactDuration(seconds)] as const)}
        onChange={(intervalS) => edit({ intervalS })}
      />
      <div class="field">
        <label for={keyId}>{t("Its public key, if it signs")}</label>
        <textarea
          id={keyId}
          rows={3}
          value={fields.publicKey}
          onInput={({ currentTarget }) => edit({ publicKey: currentTarget.value })}
        />
      </div>
      <Checkbox value={fields.isPaused} onChange={(isPaused) => edit({ isPaused })}>
        {t("Paused")}
      </Checkbox>
    </FormDialog>
  );
}

/** The sources of warnings of others: how each one is, and what managers do with them. */
export function Sources() {
  const at = now.value;
  return (
    <ManagedList
      of={sources}
      title={t("Warnings of others")}
      about={t(
        "The service asks these sources. What they warn of becomes a draft, and never an alert by itself.",
      )}
      add={t("New source")}
      nameOf={({ name }) => name}
      edit={(source, onClose) => <EditSource source={source} onClose={onClose} />}
      remove={({ id }) => request(CapSourceRemoveDocument, { id })}
      removed={t("It is not asked any more. Its drafts stay.")}
      stateOf={(source) => stateOf(source, at)}
    >
      {({ url, receivedAt, outside, refused, refusedAt }) => (
        <>
          <p class="hint">{url}</p>
          {receivedAt !== null && (
            <p class="hint">{t("Its last warning: {when}.", { when: pastTime(receivedAt, at) })}</p>
          )}
          {outside > 0 && (
            <p class="hint">
              {t("{number, plural, one {# warning} other {# warnings}} outside of the area", {
                number: outside,
              })}
            </p>
          )}
          {refused && (
            <p class="hint attention">
              {t("Refused {when}:", { when: pastTime(refusedAt ?? at, at) })}{" "}
              {problemInWords(refused)}
            </p>
          )}
        </>
      )}
    </ManagedList>
  );
}
