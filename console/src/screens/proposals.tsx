import { useEffect, useMemo, useState } from "preact/hooks";
import { loadAlert } from "../api/load-alert.ts";
import {
  ProposalDocument,
  type ProposalQuery,
  PublicationApproveDocument,
  PublicationRejectDocument,
  PublicationTakeBackDocument,
  type WaitingFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LevelBadge } from "../components/badges.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Field } from "../components/field.tsx";
import { FormDialog, useFields } from "../components/form.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Problem } from "../components/problem.tsx";
import { PublishDialog } from "../components/publish-dialog.tsx";
import { PushPreview } from "../components/push-preview.tsx";
import { details } from "../components/reach-view.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { ZonePicture } from "../components/zone-picture.tsx";
import type { Area } from "../geo/area.ts";
import { usePlaceOf } from "../map/place-of-area.ts";
import { loaded } from "../state/loaded.ts";
import { done } from "../state/notice.ts";
import { now } from "../state/now.ts";
import { audienceOf, sums } from "../state/reach.ts";
import { may } from "../state/rights.ts";
import { goTo } from "../state/route.ts";
import { session } from "../state/session.ts";
import { translationOf } from "../state/update-draft.ts";
import { userNames } from "../state/user-names.ts";
import { maySettle, waiting } from "../state/waiting.ts";
import { changes, type Version } from "../words/changes.ts";
import { languageName } from "../words/languages.ts";
import { LEVELS, PLACES } from "../words/levels.ts";
import { people } from "../words/numbers.ts";
import { inWords } from "../words/refusals.ts";
import { moment, relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";

const authors = userNames();

/** Says in a line what a publication waits for, or why it did not go out. */
function stateOf({ state, publishAt, reason, refusal, breakGlass }: WaitingFragment): string {
  const time = publishAt === null ? "" : t("goes out {time}", { time: moment(publishAt) });
  const alone = breakGlass ? t("without approval: {reason}", { reason: breakGlass }) : "";
  const states: Partial<Record<WaitingFragment["state"], string>> = {
    PROPOSED: t("Waits for approval"),
    APPROVED: t("Approved"),
    REJECTED: t("Rejected: {reason}", { reason: reason ?? "" }),
    RETURNED: t("Returned for changes: {reason}", { reason: reason ?? "" }),
    FAILED: reason ? inWords({ message: reason, reason: refusal }) : "",
  };
  return [states[state] ?? t("Waits for its time"), time, alone].filter(Boolean).join(" · ");
}

/** A proposal, what would be published of it at this moment, and what that changes of an alert that stands. */
const proposalOf = (id: number) =>
  loaded(async (signal) => {
    const { heldPublication: held } = await request(ProposalDocument, { id }, { signal });
    if (!held?.draft || held.alertId === null) return held;
    const [before] = (await loadAlert(held.alertId, signal)).history;
    const { createdAt, draft } = held;
    const version = { ...before, ...draft, createdAt, allClear: null, isRenotified: false };
    return { ...held, changes: changes(version as Version, before) };
  });

type Proposal = NonNullable<ProposalQuery["heldPublication"]> & { changes?: string[] };

/** Asks why a proposal is rejected or returned. */
function Reject({ id, onClose }: { id: number; onClose: (isDone: boolean) => void }) {
  const { fields, field } = useFields({ reason: "" });
  const [forChanges, setForChanges] = useState(true);
  return (
    <FormDialog
      title={t("Reject or return it?")}
      action={forChanges ? t("Return it") : t("Reject it")}
      submit={async () => {
        await request(PublicationRejectDocument, { id, reason: fields.reason, forChanges });
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <Field label={t("What is wrong with it")} required {...field("reason")} />
      <Checkbox value={forChanges} onChange={setForChanges}>
        {t("Its author may change it and propose it again")}
      </Checkbox>
    </FormDialog>
  );
}

/** What an approver looks at: all that the publish step shows, counted again at this moment. */
function Shown(props: {
  held: Proposal;
  draft: NonNullable<Proposal["draft"]>;
  reach: NonNullable<Proposal["reach"]>;
  onClose: (text?: string) => void;
}) {
  const { held, draft, reach, onClose } = props;
  const [isRejecting, setRejecting] = useState(false);
  const place = usePlaceOf(draft.areaGeoJson as Area);
  const { id, title, userId, publishAt, digest } = held;
  if (isRejecting) {
    return (
      <Reject
        id={id}
        onClose={(isDone) => (isDone ? onClose(t("Decided.")) : setRejecting(false))}
      />
    );
  }
  const { levels, all } = sums(reach);
  const texts = [draft.text1, draft.text2, draft.text3];
  return (
    <PublishDialog
      title={t("Approve “{title}”?", { title })}
      status={draft.status}
      action={t("Approve")}
      audience={audienceOf(reach)}
      told={all}
      isIncomplete={false}
      publish={async () => {
        await request(PublicationApproveDocument, { id, digest: digest ?? "" });
        onClose(t("Approved: it goes out."));
      }}
      onClose={() => onClose()}
    >
      <p>
        {t("Proposed by {name}", { name: authors.names.value.get(userId) ?? String(userId) })}
        {publishAt !== null && ` · ${t("goes out {time}", { time: moment(publishAt) })}`}
      </p>
      {held.changes && <p>{held.changes.join(" ")}</p>}
      <p>
        <button type="button" onClick={() => setRejecting(true)}>
          {t("Reject or return it…")}
        </button>
      </p>
      <div class="confirm">
        <div>
          {LEVELS.map((level, index) => (
            <PushPreview
              key={level}
              title={
                <>
                  <LevelBadge level={level} /> <strong>{people(levels[index] as number)}</strong>{" "}
                  {PLACES[level]}
                </>
              }
              status={draft.status}
              language={draft.language}
              headline={draft.title ?? ""}
              text={texts[index] as string}
            />
          ))}
          {draft.texts.map(translationOf).map(({ language, title, texts, isOld }) => (
            <details key={language} open>
              <summary>
                {languageName(language)}
                {isOld && ` – ${t("older than the alert")}`}
              </summary>
              {LEVELS.map((level, index) => (
                <PushPreview
                  key={level}
                  title={<LevelBadge level={level} />}
                  status={draft.status}
                  language={language}
                  headline={title}
                  text={texts[index] as string}
                />
              ))}
            </details>
          ))}
        </div>
        <div>
          <ZonePicture alert={draft} />
          <dl class="checklist">
            <dt>{t("Where")}</dt>
            <dd>{place}</dd>
            <dt>{t("Ends")}</dt>
            <dd>
              {moment(draft.expiresAt)}, {relativeTime(draft.expiresAt, now.value)}
            </dd>
            <dt>{t("Language")}</dt>
            <dd>{languageName(draft.language)}</dd>
            <dt>{t("People")}</dt>
            <dd>{details(reach).join(" · ")}</dd>
          </dl>
        </div>
      </div>
    </PublishDialog>
  );
}

const GONE = t("This was decided or taken back meanwhile.");

function Decide({ id, onClose }: { id: number; onClose: (text?: string) => void }) {
  const proposal = useMemo(() => proposalOf(id), [id]);
  useEffect(() => void proposal.load(), [proposal]);
  const held = proposal.data.value;
  if (held?.draft && held.reach) {
    return <Shown held={held} draft={held.draft} reach={held.reach} onClose={onClose} />;
  }
  return held === undefined && !proposal.error.value ? (
    <LoadState of={proposal} />
  ) : (
    <Problem text={proposal.error.value || GONE} />
  );
}

function Item({ held }: { held: WaitingFragment }) {
  const { id, title, userId, createdAt, state } = held;
  const isOwn = userId === session.value?.userId;
  const { run: takeBack, problem } = useAction(async () => {
    await request(PublicationTakeBackDocument, { id });
    await waiting.load();
    done(t("It was taken back: nothing was published."));
  });
  const isOpen = ["PROPOSED", "APPROVED", "HELD"].includes(state);
  const isTheirs = isOwn || (state !== "PROPOSED" && may("APPROVER", held.authorityId));
  return (
    <ListItem
      id={`waiting-${id}`}
      actions={[
        maySettle(held) && [
          t("Decide…"),
          t("Decide on “{title}”", { title }),
          () => goTo({ screen: "proposal", id }),
        ],
        isOpen &&
          isTheirs && [
            t("Take it back"),
            t("Take back “{title}”", { title }),
            () => void takeBack(),
          ],
      ]}
    >
      <strong dir="auto">{title}</strong>
      <p>{stateOf(held)}</p>
      <p class="hint">
        {isOwn ? t("Your own") : (authors.names.value.get(userId) ?? String(userId))} ·{" "}
        {moment(createdAt)}
      </p>
      <Problem text={problem} />
    </ListItem>
  );
}

/** The screen of what waits for a second person or its time. With an id, the proposal to decide on is open. */
export function ProposalsScreen({ id }: { id?: number | undefined }) {
  useEffect(() => void waiting.load(), []);
  const all = waiting.data.value;
  useEffect(() => void authors.load(all?.map(({ userId }) => userId) ?? []), [all]);
  async function close(text?: string): Promise<void> {
    goTo({ screen: "proposals" });
    await waiting.load();
    if (text) done(text);
  }
  return (
    <main class="page">
      <Title text={t("Waiting")} />
      <p>{t("What waits for a second person or for its time.")}</p>
      <LoadState of={waiting} empty={t("Nothing waits.")} />
      <ul class="cards">
        {all?.map((held) => (
          <Item key={held.id} held={held} />
        ))}
      </ul>
      {id !== undefined && <Decide id={id} onClose={(text) => void close(text)} />}
    </main>
  );
}
