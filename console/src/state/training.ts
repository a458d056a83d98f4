import { computed } from "@preact/signals";
import { TrainingDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";
import { session } from "./session.ts";

/** True if every alert of this user is an exercise. */
export const isTraining = computed(() => session.value?.isTraining ?? false);

/** Asks the service whether the user is in training, and for their name: others may have changed it since the login. */
export const training = loaded(async (signal) => {
  const asked = session.peek();
  const { me } = await request(TrainingDocument, {}, { signal });
  const { value } = session;
  if (!me || value?.token !== asked?.token || !value) return;
  const { isTraining, name } = me;
  if (value.isTraining !== isTraining || value.name !== name)
    session.value = { ...value, isTraining, name };
});
