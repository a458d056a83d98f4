import { computed } from "@preact/signals";
import { TrainingDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Options } from "../api/send.ts";
import { loaded } from "./loaded.ts";
import { rightsOf } from "./rights.ts";
import { session } from "./session.ts";

/** True if every alert of this user is an exercise. */
export const isTraining = computed(() => session.value?.isTraining ?? false);

/** Asks the service who the user is, and what they may do. It refuses users without a role. */
export async function loadUser(options: Options) {
  const { me, authorities } = await request(TrainingDocument, {}, options);
  if (!me) return undefined;
  const { memberships, ...user } = me;
  if (!authorities) return user;
  // As the service has it: nobody in training manages.
  const roles = memberships.map(({ authorityId, role }) => ({
    authorityId,
    role: user.isTraining && role === "MANAGER" ? ("APPROVER" as const) : role,
  }));
  return { ...user, rights: rightsOf(roles, authorities) };
}

/** Asks again: others may have changed it since the login. */
export const training = loaded(async (signal) => {
  const asked = session.peek();
  const user = await loadUser({ signal });
  const { value } = session;
  if (!user || value?.token !== asked?.token || !value) return;
  const next = { ...value, ...user };
  if (JSON.stringify(next) !== JSON.stringify(value)) session.value = next;
});
