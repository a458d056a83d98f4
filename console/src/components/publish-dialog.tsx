import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AlertStatus } from "../api/operations.ts";
import { publishStep } from "../state/publish-step.ts";
import { type Audience, isSilent } from "../state/push.ts";
import { addressOf } from "../state/route.ts";
import { PublishedBefore } from "../state/sent.ts";
import { t } from "../words/translate.ts";
import { Checkbox } from "./checkbox.tsx";
import { Countdown } from "./countdown.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Phones } from "./phones.tsx";
import { Problem } from "./problem.tsx";
import { StatusBand } from "./status-band.tsx";
import { useAction } from "./use-action.ts";
import { type Send, useHeld } from "./use-held.ts";

/** True if the text is the number, with or without separators between its digits. */
export const isNumberTyped = (text: string, number: number) =>
  text.replace(/\D/g, "") === String(number);

/** Asks to type a number, so that nobody publishes to very many people out of habit. */
export function TypeNumber(props: {
  number: number;
  value: string;
  onInput: (value: string) => void;
}) {
  const { number, value, onInput } = props;
  return (
    <Field
      label={t("Type the number of people, {number, number}, to go on", { number })}
      inputMode="numeric"
      autocomplete="off"
      value={value}
      onInput={onInput}
    />
  );
}

/**
 * The last step before a publication: leads with how many phones will ring, shows what goes out, and asks to type the
 * number of people if they are very many, and for a tick if a live alert rings no phone. It leaves a few seconds to
 * take it back. A second click does nothing.
 */
export function PublishDialog(props: {
  title: string;
  status: AlertStatus;
  /** The text of the button that publishes. */
  action: string;
  /** Whom it concerns; undefined while that is not known. */
  audience: Audience | undefined;
  /** How many people it would notify, as far as known. */
  told: number | undefined;
  /** True while something is missing. */
  isIncomplete: boolean;
  publish: (send: Send) => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, status, action, audience, told = 0, isIncomplete, onClose } = props;
  const [isTicked, setTicked] = useState(false);
  const [typed, setTyped] = useState("");
  const [earlier, setEarlier] = useState<number>();
  const { held, send, takeBack } = useHeld();
  const { run, isBusy, problem } = useAction(async () => {
    setEarlier(undefined);
    try {
      await props.publish(send);
    } catch (error) {
      if (error instanceof PublishedBefore) setEarlier(error.alertId);
      throw error;
    } finally {
      // The next try asks for the number again.
      setTyped("");
    }
  });
  useEffect(() => void publishStep.load(), []);
  const isLarge = told > (publishStep.data.value?.confirmAbove ?? 0);
  const asksTick = status === "ACTUAL" && audience !== undefined && isSilent(audience);
  const isConfirmed = (!isLarge || isNumberTyped(typed, told)) && (!asksTick || isTicked);

  return (
    <Dialog
      label={title}
      onClose={onClose}
      staysOpen={isBusy}
      onEscape={() => takeBack().catch(() => {})}
      isWide
    >
      <StatusBand status={status} />
      <h2>{title}</h2>
      {audience && <Phones audience={audience} status={status} />}
      <div inert={isBusy}>{props.children}</div>
      <div class="check-end">
        <Problem text={problem} />
        {earlier && (
          <a href={addressOf({ screen: "alert", id: earlier })}>
            {t("Published as alert id {id}", { id: earlier })}
          </a>
        )}
        {held ? (
          <Countdown until={held.until} takeBack={takeBack} />
        ) : (
          <>
            {asksTick && (
              <Checkbox value={isTicked} onChange={setTicked}>
                {t("I know that no phone will ring")}
              </Checkbox>
            )}
            {isLarge && <TypeNumber number={told} value={typed} onInput={setTyped} />}
            <div class="actions">
              <button
                type="button"
                class={status === "ACTUAL" ? "live" : "primary"}
                disabled={isBusy || isIncomplete || !isConfirmed}
                onClick={() => void run()}
              >
                {isBusy ? t("One moment…") : action}
              </button>
              <button type="button" disabled={isBusy} onClick={onClose}>
                {t("Not yet")}
              </button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
