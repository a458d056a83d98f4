import { t } from "../words/translate.ts";
import { AlertDocument, type AlertQuery } from "./operations.ts";
import { RequestError, request } from "./request.ts";

/** An alert with everything that its screens show. */
export type Alert = NonNullable<AlertQuery["alerts"]>[number];

/** Loads an alert. */
export async function loadAlert(id: number, signal?: AbortSignal): Promise<Alert> {
  const [alert] = (await request(AlertDocument, { id }, signal && { signal })).alerts ?? [];
  if (alert) return alert;
  throw new RequestError("NOT_FOUND", t("There is no alert id {id}: look in the list.", { id }));
}
