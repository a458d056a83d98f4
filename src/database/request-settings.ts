/** The settings of a request, as its context makes them. They are empty without a valid token. */
export interface RequestSettings extends Record<string, string | undefined> {
  "token.user_id": string;
  "token.session_id": string;
  /** Set if the request publishes, and its token says that it may. */
  pool?: "publication" | undefined;
}

/** True for a request that runs on the connections of publications. */
export const isUrgent = ({ pool }: RequestSettings): boolean => pool === "publication";
