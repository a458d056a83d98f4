import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { isDrill } from "./concern.ts";
import { answers, inboxProblem, told } from "./inbox.ts";
import type { Pushed } from "./pushed.ts";

/** Returns the class of the colour of a push's card. */
function colourOf(data: Pushed["data"]): string {
  if (isDrill(data)) return "drill";
  return data.kind === "ALL_CLEAR" ? "over" : `zone-${data.level}`;
}

/** Returns the pushes that the inbox does not have, while it may lack any. */
export function pushesBesideInbox(pushes: readonly Pushed[]): readonly Pushed[] {
  const isUnsure = inboxProblem.value !== "" || answers.value === 0;
  const known = new Set(told.value.map(({ id }) => id));
  return isUnsure ? pushes.filter(({ data }) => !known.has(data.notificationId)) : [];
}

/**
 * Shows pushes to this browser that the inbox does not have, before the service answers and while it cannot be reached.
 */
export function PushedCards({ pushes }: { pushes: readonly Pushed[] }) {
  return pushesBesideInbox(pushes).map(({ title, body, data, at }) => (
    <article
      key={data.notificationId}
      class={`alert-card ${colourOf(data)}`}
      aria-labelledby={`push-${data.notificationId}`}
    >
      <p class="place">{t("Pushed to this browser, {time}", { time: moment(at) })}</p>
      <h2 id={`push-${data.notificationId}`} dir="auto" lang={data.language}>
        {title}
      </h2>
      {body && body !== title && (
        <p class="what-to-do" dir="auto" lang={data.language}>
          {body}
        </p>
      )}
    </article>
  ));
}
