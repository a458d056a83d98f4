import { useState } from "preact/hooks";
import {
  WebhookAddDocument,
  WebhookEditDocument,
  type WebhookEvent,
  WebhookRemoveDocument,
  WebhookSecretRenewDocument,
  WebhooksDocument,
  type WebhooksQuery,
  WebhookTestDocument,
} from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { FormDialog, useFields } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { done } from "../../state/notice.ts";
import { now } from "../../state/now.ts";
import { mine } from "../../state/rights.ts";
import { lastAnswer, problemInWords } from "../../words/cap-problems.ts";
import { listed } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";
import { ManagedAuthority, ManagedList } from "./managed.tsx";

type Webhook = NonNullable<WebhooksQuery["webhooks"]>[number];
type Named = Pick<Webhook, "id" | "url">;

const webhooks = loaded(
  async (signal) => (await request(WebhooksDocument, {}, { signal })).webhooks ?? [],
);
const EVENTS: [WebhookEvent, string][] = [
  ["ALERT_PUBLISHED", t("new alerts")],
  ["ALERT_UPDATED", t("updates")],
  ["ALERT_ENDED", t("the end of alerts")],
  ["ALERT_REACH", t("how many were notified")],
];
/** The receiver has 15 seconds, and a busy service sends a moment later. */
const OUTCOME_TRIES = 20;
const OUTCOME_PAUSE_MS = 1000;

/** Says how a webhook is, and whether that needs attention. */
function stateOf({ isPaused, problem, secretAt, sentAt }: Webhook): [string, boolean] {
  const answer = lastAnswer(problem, sentAt, now.value);
  if (secretAt === null) return [t("It has no secret yet, and is told nothing."), true];
  if (isPaused) return [`${t("Paused")}. ${answer}`, problem !== null];
  if (problem === null) return [answer, false];
  return [`${answer} ${t("What it misses is sent again for four days.")}`, true];
}

/** Sends a test, and says what came of it. */
async function sendTest(webhook: Webhook): Promise<void> {
  const { id, url } = webhook;
  const before = (await request(WebhookTestDocument, { id })).webhookTest ?? webhook;
  for (let tries = 0; tries < OUTCOME_TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, OUTCOME_PAUSE_MS));
    await webhooks.load();
    const is = webhooks.data.value?.find((one) => one.id === id) ?? webhook;
    if (is.problem && is.failures > before.failures)
      throw new RequestError("CONFLICT", `${url}: ${problemInWords(is.problem)}`);
    if (is.sentAt !== before.sentAt) return done(t("{name} has taken the test.", { name: url }));
  }
  throw new RequestError("CONFLICT", t("The test waits: look here again in a moment."));
}

/** Adds a webhook, or changes one. */
function EditWebhook(props: {
  webhook: Webhook | undefined;
  onAdded: (webhook: Named) => void;
  onClose: () => void;
}) {
  const { webhook, onAdded, onClose } = props;
  const { fields, field, edit } = useFields({
    url: webhook?.url ?? "",
    events: webhook?.events ?? EVENTS.map(([event]) => event),
    drills: webhook?.drills ?? false,
    isPaused: webhook?.isPaused ?? false,
    authorityId: mine("MANAGER")[0]?.id,
  });
  const { events, drills, isPaused, authorityId } = fields;
  async function submit(): Promise<void> {
    const input = { url: fields.url, events, drills, isPaused };
    if (webhook) await request(WebhookEditDocument, { id: webhook.id, input });
    else {
      const added = { ...input, authorityId: authorityId ?? null };
      const { webhookAdd } = await request(WebhookAddDocument, { input: added });
      if (webhookAdd) onAdded(webhookAdd);
    }
    await webhooks.load();
    onClose();
    done(t("Saved: {name}", { name: fields.url.trim() }));
  }
  return (
    <FormDialog
      title={webhook ? t("Edit {name}", { name: webhook.url }) : t("New webhook")}
      action={t("Save")}
      isReady={fields.url.trim() !== ""}
      submit={submit}
      onClose={onClose}
    >
      <Field label={t("Address")} type="url" {...field("url")} />
      {!webhook && (
        <ManagedAuthority
          label={t("For")}
          value={authorityId}
          onChange={(id) => edit({ authorityId: id })}
        />
      )}
      <fieldset>
        <legend>{t("It is told of")}</legend>
        {EVENTS.map(([event, words]) => (
          <Checkbox
            key={event}
            value={events.includes(event)}
            onChange={(isTold) =>
              edit({ events: events.filter((one) => one !== event).concat(isTold ? event : []) })
            }
          >
            {words}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox value={drills} onChange={(to) => edit({ drills: to })}>
        {t("Exercises and tests too")}
      </Checkbox>
      <Checkbox value={isPaused} onChange={(to) => edit({ isPaused: to })}>
        {t("Paused")}
      </Checkbox>
    </FormDialog>
  );
}

/** Makes a secret, and shows it this one time. */
function NewSecret({ webhook, onClose }: { webhook: Named; onClose: () => void }) {
  const [secret, setSecret] = useState("");
  return (
    <FormDialog
      title={t("New secret of {name}", { name: webhook.url })}
      action={secret ? t("Copy the secret") : t("Make a secret")}
      cancel={secret ? t("Close") : t("Cancel")}
      submit={async () => {
        if (secret) return navigator.clipboard?.writeText(secret);
        const { webhookSecretRenew } = await request(WebhookSecretRenewDocument, webhook);
        setSecret(webhookSecretRenew ?? "");
        await webhooks.load();
      }}
      onClose={onClose}
    >
      <p>
        {secret
          ? t("Give it to the receiver now: it is not shown again.")
          : t("It signs each message. A secret from before is good for another day.")}
      </p>
      <p class="poster-link">{secret}</p>
    </FormDialog>
  );
}

/** The services of others that are told of alerts: how each one is, and what managers do with them. */
export function Webhooks() {
  const [renewed, setRenewed] = useState<Named>();
  const { run, isBusy, problem } = useAction(sendTest);
  return (
    <>
      <ManagedList
        of={webhooks}
        title={t("Webhooks")}
        about={t("Sirens, signs, chats and other tools are told of alerts here.")}
        add={t("New webhook")}
        nameOf={({ url }) => url}
        edit={(webhook, onClose) => (
          <EditWebhook webhook={webhook} onAdded={setRenewed} onClose={onClose} />
        )}
        remove={({ id }) => request(WebhookRemoveDocument, { id })}
        stateOf={stateOf}
        isBusy={isBusy}
        actionsOf={(webhook) => {
          const { url: name, secretAt, isPaused } = webhook;
          const isOn = secretAt !== null && !isPaused;
          return [
            isOn && [
              t("Send a test"),
              t("Send a test to {name}", { name }),
              () => void run(webhook),
            ],
            [t("New secret…"), t("New secret of {name}", { name }), () => setRenewed(webhook)],
          ];
        }}
      >
        {({ events, drills }) => (
          <p class="hint">
            {t("It is told of")}{" "}
            {listed(EVENTS.flatMap(([event, words]) => (events.includes(event) ? words : [])))}
            {drills && ` · ${t("Exercises and tests too")}`}
          </p>
        )}
      </ManagedList>
      <Problem text={problem} />
      {renewed && <NewSecret webhook={renewed} onClose={() => setRenewed(undefined)} />}
    </>
  );
}
