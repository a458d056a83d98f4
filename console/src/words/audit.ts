import type { AuditAction, AuditObject } from "../api/operations.ts";
import { t } from "./translate.ts";

/** What each action of the audit log is called. */
export const ACTIONS: Record<AuditAction, string> = {
  LOGGED_IN: t("Logged in"),
  LOGIN_FAILED: t("Gave a wrong password or second factor"),
  SESSION_ENDED: t("Ended a session"),
  SESSIONS_ENDED: t("Ended sessions by a new password"),
  PASSWORD_CHANGED: t("Changed their own password"),
  PASSWORD_RESET: t("Changed a user’s password"),
  PASSWORD_LINK_MADE: t("Made a password link"),
  SECOND_FACTOR_ADDED: t("Added a second factor"),
  SECOND_FACTOR_REMOVED: t("Removed a second factor"),
  RECOVERY_CODES_MADE: t("Made recovery codes"),
  INVITATION_MADE: t("Made an invitation"),
  INVITATION_REVOKED: t("Revoked an invitation"),
  EMAIL_VERIFIED: t("Confirmed their email"),
  USER_JOINED: t("Joined by an invitation"),
  PASSWORD_SET: t("Set their password by a link"),
  USER_CREATED: t("Created a user"),
  USER_IMPORTED: t("Imported a user"),
  USER_EDITED: t("Edited a user"),
  USER_REMOVED: t("Removed a user"),
  USER_ERASED: t("Erased a person"),
  USER_EXPORTED: t("Exported all data of a person"),
  RIGHTS_CHANGED: t("Changed a user’s rights"),
  AUTHORITY_CHANGED: t("Made or changed an authority"),
  TRAINING_CHANGED: t("Changed a user’s training"),
  DEVICE_KEY_ADDED: t("Made a device key"),
  DEVICE_KEY_REVOKED: t("Revoked a device key"),
  ALERT_PUBLISHED: t("Published an alert"),
  ALERT_UPDATED: t("Updated an alert"),
  ALERT_CANCELLED: t("Ended an alert"),
  PUBLICATION_COMPLETED: t("Published to everyone in the zones"),
  PUBLICATION_ENDED: t("Ended before it was published to everyone"),
  PUBLICATION_HELD: t("Began to publish"),
  PUBLICATION_TAKEN_BACK: t("Took a publication back"),
  PUBLICATION_PROPOSED: t("Proposed a publication"),
  PUBLICATION_APPROVED: t("Approved a publication"),
  PUBLICATION_REJECTED: t("Rejected or returned a publication"),
  APPROVAL_BYPASSED: t("Published without approval"),
  SECOND_FACTOR_BYPASSED: t("Published without the second factor"),
  DRAFT_CREATED: t("Shared a draft"),
  DRAFT_EDITED: t("Edited a shared draft"),
  DRAFT_REMOVED: t("Removed a shared draft"),
  TEMPLATE_CREATED: t("Saved a template"),
  TEMPLATE_EDITED: t("Edited a template"),
  TEMPLATE_REMOVED: t("Removed a template"),
  AREA_CREATED: t("Saved an area"),
  AREA_EDITED: t("Edited a saved area"),
  AREA_REMOVED: t("Removed a saved area"),
  PEOPLE_READ: t("Looked at people"),
  PEOPLE_FOLLOWED: t("Followed people live"),
  SETTINGS_CHANGED: t("Changed the settings"),
  ENTRIES_PURGED: t("Deleted old entries"),
};

/** What each kind of object is called, with its id. */
export const OBJECTS: Record<AuditObject, (id: number) => string> = {
  ALERT: (id) => t("Alert id {id}", { id }),
  AUTHORITY: (id) => t("Authority {id}", { id }),
  AREA: (id) => t("Saved area {id}", { id }),
  DRAFT: (id) => t("Shared draft {id}", { id }),
  HELD_PUBLICATION: (id) => t("Held publication {id}", { id }),
  INVITATION: (id) => t("Invitation {id}", { id }),
  TEMPLATE: (id) => t("Template {id}", { id }),
  USER: (id) => t("User {id}", { id }),
};

/** Names who did an action that no user did. */
export const actorWithoutUser = (action: AuditAction) =>
  action === "LOGIN_FAILED" ? t("Somebody") : t("The service or its operator");
