/** @database server */
import { expect } from "@jest/globals";
import { type Actor, host, owner, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

async function begin(s: Scene): Promise<Required<Actor>> {
  await s.as(owner)`insert into app_private.push_outcomes (provider, levels) values ('sms', '{ONE}')
    on conflict (provider) do update set levels = excluded.levels`;
  return await s.user();
}
const add = (s: Scene, as: Actor, number: string) =>
  s.as(as)`select app_public.sms_number_add(${number})`;
/** Makes the code, as the job does. */
const codeOf = (s: Scene, { id }: Actor): Promise<string> =>
  s.value(owner)`select code from app_private.make_sms_code(${id})`;
const confirm = (s: Scene, as: Actor, code: string) =>
  s.value(as)`select number from app_public.sms_number_confirm(${code})`;
const TOO_MANY = refusal("LA409", { constraint: "too_many_sms_codes" });
const GONE = refusal("LA404", { constraint: "sms_code_gone" });

test("a number has the international form, and no code is sent while SMS is off", async (s) => {
  const user = await begin(s);
  for (const number of ["011 000000", "+0110000000", "+3901", `+39${"0".repeat(14)}`, ""]) {
    await expect(add(s, user, number)).rejects.toMatchObject(
      refusal("LA400", { constraint: "sms_number_form" }),
    );
  }
  await add(s, user, "+39 (011) 000-0000");
  expect(await confirm(s, user, await codeOf(s, user))).toBe("+390110000000");
  await s.as(owner)`update app_private.push_outcomes set levels = '{}'`;
  await expect(add(s, user, "+390110000000")).rejects.toMatchObject(
    refusal("LA409", { constraint: "sms_off" }),
  );
});

test("three codes an hour go to a person, and to a number, whoever asks", async (s) => {
  const user = await begin(s);
  for (const last of [1, 2, 3]) await add(s, user, `+39011000000${last}`);
  await expect(add(s, user, "+390110000004")).rejects.toMatchObject(TOO_MANY);
  for (const _ of [1, 2]) await add(s, await s.user(), "+390110000001");
  await expect(add(s, await s.user(), "+390110000001")).rejects.toMatchObject(TOO_MANY);
  const age = (time: string) =>
    s.as(owner)`update app_private.login_failures set last_at = now() - ${time}::interval`;
  await age("59 minutes");
  await expect(add(s, user, "+390110000004")).rejects.toMatchObject(TOO_MANY);
  await age("61 minutes");
  await add(s, user, "+390110000004");
  await expect(add(s, user, "+390110000004")).rejects.toMatchObject(TOO_MANY);
});

test("five guesses are counted, and a code ends after ten minutes, or by the next", async (s) => {
  const user = await begin(s);
  await add(s, user, "+390110000000");
  const first = await codeOf(s, user);
  await add(s, user, "+390110000000");
  expect(await confirm(s, user, first)).toBeNull();
  const code = await codeOf(s, user);
  for (const _ of [1, 2, 3, 4]) expect(await confirm(s, user, `${code}0`)).toBeNull();
  await expect(confirm(s, user, code)).rejects.toMatchObject(GONE);
  await add(s, user, "+390110000000");
  const last = await codeOf(s, user);
  await s.as(owner)`update app_private.sms_codes set asked_at = now() - interval '10 minutes'`;
  await expect(confirm(s, user, last)).rejects.toMatchObject(GONE);
  expect(await s.as(owner)`select app_private.make_sms_code(${user.id})`).toEqual([]);
  await s.as(owner)`update app_private.sms_codes set asked_at = now() - interval '2 hours'`;
  await s.as(owner)`select app_private.purge_logins()`;
  expect(await s.as(owner)`select from app_private.sms_codes`).toEqual([]);
});

test("whoever confirms a number of another takes it, and no role reads codes", async (s) => {
  const [former, user] = [await begin(s), await s.user()];
  for (const one of [former, user]) {
    await add(s, one, "+390110000000");
    await confirm(s, one, await codeOf(s, one));
  }
  expect(
    await s.as(former)`select d.number, d.left_at is null as mine
    from unnest(app_public.devices()) d`,
  ).toEqual([{ number: null, mine: false }]);
  for (const role of [user, host]) {
    await expect(s.as(role)`select code_hash from app_private.sms_codes`).rejects.toMatchObject(
      refusal("42501"),
    );
  }
});
