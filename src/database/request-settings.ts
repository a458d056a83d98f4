/** The settings of a request, as its context makes them. They are empty without a valid token. */
export interface RequestSettings extends Record<string, string | undefined> {
  "token.user_id": string;
  "token.session_id": string;
  /**
   * "publication" if the request publishes, and its token says that it may. "replica" if a standby may answer it, and
   * its token says that its user is an administrator.
   */
  pool?: "publication" | "replica" | undefined;
}

/** True for a request that runs on the connections of publications. */
export const isUrgent = ({ pool }: RequestSettings): boolean => pool === "publication";

/** True for a request that a standby may answer. */
export const isHistory = ({ pool }: RequestSettings): boolean => pool === "replica";
