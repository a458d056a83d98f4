import { useEffect, useId, useState } from "preact/hooks";
import {
  CapSourceAddDocument,
  CapSourceEditDocument,
  CapSourceRemoveDocument,
  CapSourcesDocument,
  type CapSourcesQuery,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { AskRemoval } from "../../components/ask-removal.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { ListItem } from "../../components/list-item.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Select } from "../../components/select.tsx";
import { areaOf } from "../../geo/area.ts";
import { loaded } from "../../state/loaded.ts";
import { done } from "../../state/notice.ts";
import { now } from "../../state/now.ts";
import { may, mine } from "../../state/rights.ts";
import { savedAreas, savedShapes } from "../../state/saved-areas.ts";
import { problemInWords } from "../../words/cap-problems.ts";
import { authorityName } from "../../words/role-words.ts";
import { exactDuration, pastTime } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

type Source = NonNullable<CapSourcesQuery["capSources"]>[number];

const sources = loaded(
  async (signal) => (await request(CapSourcesDocument, {}, { signal })).capSources ?? [],
);
const REFRESH_MS = 10_000;
const INTERVALS = [10, 30, 60, 300, 900, 3600];
/** A source is silent after so many intervals, and a minute for the host. */
const SILENT_INTERVALS = 3;

/** Says how a source is, and whether that needs attention. */
function stateOf(source: Source, at: number): [text: string, needsAttention: boolean] {
  const { isPaused, problem, answeredAt, intervalS } = source;
  if (isPaused) return [t("Paused"), false];
  const since = answeredAt === null ? t("never") : pastTime(answeredAt, at);
  if (problem)
    return [`${problemInWords(problem)} ${t("Its last answer: {when}.", { when: since })}`, true];
  if (answeredAt === null) return [t("It is asked for the first time."), false];
  const isSilent = at - answeredAt > SILENT_INTERVALS * intervalS + 60;
  return [t("Its last answer: {when}.", { when: since }), isSilent];
}

/** Adds a source, or changes one. */
function EditSource({ source, onClose }: { source?: Source | undefined; onClose: () => void }) {
  const managed = mine("MANAGER");
  const { fields, field, edit } = useFields({
    name: source?.name ?? "",
    url: source?.url ?? "",
    intervalS: String(source?.intervalS ?? 30),
    publicKey: source?.publicKey ?? "",
    isPaused: source?.isPaused ?? false,
    authorityId: String(managed[0]?.id ?? ""),
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
          input: { ...input, authorityId: authorityId ? Number(authorityId) : null },
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
      {!source && managed.length > 1 && (
        <Select
          label={t("For")}
          value={fields.authorityId}
          options={managed.map(({ id, name }) => [String(id), authorityName(name)] as const)}
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
  const [edited, setEdited] = useState<{ source?: Source }>();
  const [removed, setRemoved] = useState<Source>();
  useEffect(() => {
    void sources.load();
    const timer = setInterval(() => void sources.load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const at = now.value;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">{t("Warnings of others")}</h2>
      <p>
        {t(
          "The service asks these sources. What they warn of becomes a draft, and never an alert by itself.",
        )}
      </p>
      <button type="button" onClick={() => setEdited({})}>
        {t("New source")}
      </button>
      <LoadState of={sources} empty={t("No sources yet.")} />
      <ul class="cards">
        {sources.data.value?.map((source) => {
          const { id, name, url, authorityId, receivedAt, outside, refused, refusedAt } = source;
          const [state, needsAttention] = stateOf(source, at);
          return (
            <ListItem
              key={id}
              actions={[
                may("MANAGER", authorityId) && [
                  t("Edit"),
                  t("Edit {name}", { name }),
                  () => setEdited({ source }),
                ],
                may("MANAGER", authorityId) && [
                  t("Remove…"),
                  t("Remove {name}", { name }),
                  () => setRemoved(source),
                ],
              ]}
            >
              <strong>{name}</strong>
              <p class="hint">{url}</p>
              <p class={needsAttention ? "hint attention" : "hint"}>{state}</p>
              {receivedAt !== null && (
                <p class="hint">
                  {t("Its last warning: {when}.", { when: pastTime(receivedAt, at) })}
                </p>
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
            </ListItem>
          );
        })}
      </ul>
      {edited && <EditSource source={edited.source} onClose={() => setEdited(undefined)} />}
      {removed && (
        <AskRemoval
          name={removed.name}
          result={t("It is not asked any more. Its drafts stay.")}
          remove={async () => {
            await request(CapSourceRemoveDocument, { id: removed.id });
            await sources.load();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}
