/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  alertInput,
  inside,
  NEW_ALERT,
  owner,
  type Row,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();
const NEEDS_APPROVAL = { code: "LA409", constraint: "needs_approval" };
const HOLD =
  "select * from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
const REACH = `select needs_approval from app_public.alert_reach(
  json_populate_record(null::app_public.alert_input, $1))`;

interface Held extends Row {
  id: number;
  state: string;
}
let keys = 0;
async function hold(s: Scene, actor: Actor, publication: object = { new_alert: alertInput() }) {
  const [held] = await s.as(actor, HOLD, [
    JSON.stringify({ key: `key ${keys++}`, ...publication }),
  ]);
  return held as Held;
}
const look = async (s: Scene, actor: Actor, id: number) =>
  (
    await s.as(actor)`select h.*, app_public.held_publication_digest(h) as digest
    from app_public.held_publication(${id}) h`
  )[0] as Row;
const approve = async (s: Scene, actor: Actor, id: number, digest?: string) =>
  (
    await s.as(actor)`select * from app_public.publication_approve(${id},
      ${digest ?? (await look(s, actor, id)).digest})`
  )[0] as Held;
const reject = (s: Scene, actor: Actor, id: number, reason = "Too wide.", forChanges = false) =>
  s.value(actor)`select state from app_public.publication_reject(${id}, ${reason}, ${forChanges})`;
const publish = (s: Scene, id: number) => s.as(owner)`select app_private.publish_held(${id})`;
const setRule = (s: Scene, approval: string, above = 0, exercises = false) =>
  s.as(owner)`update app_public.authorities
    set approval = ${approval}, approval_above = ${above}, approves_exercises = ${exercises}`;
const alerts = (s: Scene) => s.value(owner)`select count(*)::int from app_public.alerts`;
const audited = (s: Scene, id: number) =>
  s.value(owner)`select array_agg(action::text order by id) from app_public.audit_entries
    where object_type = 'HELD_PUBLICATION' and object_id = ${id}`;
const told = async (s: Scene, kind: string, id: number) =>
  (
    await s.as(owner)`select token from app_private.members_to_tell(${kind}, ${id}) order by token`
  ).map(({ token }) => token);

/** An author and two approvers of the service, each with a device of their name. */
async function team(s: Scene) {
  const members = {
    author: await s.member("AUTHOR"),
    first: await s.member("APPROVER"),
    second: await s.member("APPROVER"),
  };
  for (const [name, member] of Object.entries(members)) await s.register(member, name);
  return members;
}

describe("the rule of an authority", () => {
  test.each([
    ["OFF", 0, true, {}, false],
    ["ALWAYS", 0, false, {}, true],
    ["ALWAYS", 0, false, { status: "EXERCISE" }, false],
    ["ALWAYS", 0, true, { status: "EXERCISE" }, true],
    ["MANY", 1, false, {}, true],
    ["MANY", 2, false, {}, false],
  ] as const)(
    "%s above %d (exercises: %s) lets a new alert %j wait: %s",
    async (s, rule, above, exercises, fields, waits) => {
      await s.userAt(inside);
      await s.userAt(inside);
      await setRule(s, rule, above, exercises);
      const { first } = await team(s);
      const input = alertInput(undefined, fields);
      expect(await s.value(first, REACH, [JSON.stringify(input)])).toBe(waits);
      expect((await hold(s, first, { new_alert: input })).state).toBe(waits ? "PROPOSED" : "HELD");
      const direct = s.value(first, NEW_ALERT, [JSON.stringify(input)]);
      await (waits ? expect(direct).rejects.toMatchObject(NEEDS_APPROVAL) : direct);
    },
  );

  test("lets a new text and a wider area wait, and never a smaller area, an earlier end or an all-clear", async (s) => {
    const { first } = await team(s);
    const alert = await s.alert(first);
    await setRule(s, "ALWAYS");
    const points = (side: number) => alertInput(square(undefined, side)).points;
    for (const changes of [
      { points: points(0.02) },
      { text1: "Stay." },
      { renotify: true },
      { points: points(0.005), level2_distance: 50_000, level3_distance: 60_000 },
    ]) {
      await expect(s.update(first, alert, changes)).rejects.toMatchObject(NEEDS_APPROVAL);
      expect((await hold(s, first, { alert_id: alert, changes })).state).toBe("PROPOSED");
    }
    await s.update(first, alert, { points: points(0.005) });
    await s.update(first, alert, { expires_at: Math.floor(Date.now() / 1000) + 60 });
    expect((await hold(s, first, { alert_id: alert, all_clear: "Over." })).state).toBe("HELD");
    await s.cancel(first, alert);
  });

  test("is changed by the managers of the authority, whom no approver and no neighbour is", async (s) => {
    const [west, east] = [await s.authority(square([-1, 0], 1)), await s.authority(square())];
    const manager = await s.member("MANAGER", west);
    const edit = `select (app_public.authority_edit($1,
      json_populate_record(null::app_public.authority_edit, '{"approval": "ALWAYS"}'))).approval`;
    expect(await s.value(manager, edit, [west])).toBe("ALWAYS");
    await expect(s.value(manager, edit, [east])).rejects.toMatchObject({ code: "LA404" });
    await expect(s.value(await s.member("APPROVER", west), edit, [west])).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("a proposal", () => {
  test("of an author is published in their name once an approver has looked at it and approved it", async (s) => {
    const { author, first, second } = await team(s);
    await s.userAt(inside);
    const held = await hold(s, author);
    expect(held).toMatchObject({ state: "PROPOSED", user_id: author.id, seconds_left: 0 });
    expect(await told(s, "PROPOSED", held.id)).toEqual(["first", "second"]);
    await publish(s, held.id);
    expect(await alerts(s)).toBe(0);
    expect(
      await s.as(
        first,
      )`select d.text1, d.status, r.one, d.user_id from app_public.held_publications() h,
        app_public.held_publication_draft(h) d, app_public.held_publication_reach(h) r`,
    ).toEqual([{ text1: "Leave.", status: "ACTUAL", one: 1, user_id: author.id }]);
    const approved = await approve(s, first, held.id);
    expect(approved).toMatchObject({ state: "APPROVED", decided_by: first.id });
    // Two who approve it make one alert.
    expect((await approve(s, second, held.id, "")).state).toBe("APPROVED");
    expect(await told(s, "PROPOSED", held.id)).toEqual([]);
    expect(await told(s, "DECIDED", held.id)).toEqual(["author"]);
    for (let run = 0; run < 2; run++) await publish(s, held.id);
    expect(await s.as(owner)`select user_id from app_public.alerts`).toEqual([
      { user_id: author.id },
    ]);
    expect((await approve(s, second, held.id, "")).state).toBe("PUBLISHED");
    expect(await audited(s, held.id)).toEqual(["PUBLICATION_PROPOSED", "PUBLICATION_APPROVED"]);
  });

  test("is decided by nobody but approvers of its authority, and not by who made it", async (s) => {
    await setRule(s, "ALWAYS");
    const { author, first, second } = await team(s);
    const held = await hold(s, first);
    const { digest } = await look(s, second, held.id);
    const elsewhere = await s.member("APPROVER", await s.authority(square()));
    const trainee = await s.member("APPROVER");
    await s.as(owner)`update app_public.users set is_training = true where id = ${trainee.id}`;
    const [demoted, stranger] = [await s.member("APPROVER"), await s.user()];
    await s.as(owner)`update app_public.memberships set role = 'AUTHOR'
      where user_id = ${demoted.id}`;
    for (const [actor, refusal] of [
      [first, { code: "LA403", constraint: "own_proposal" }],
      [author, { code: "42501" }],
      [stranger, { code: "42501" }],
      [elsewhere, { code: "LA404" }],
      [demoted, { code: "LA404" }],
      [trainee, { code: "LA403", constraint: "in_training" }],
    ] as const) {
      await expect(approve(s, actor, held.id, digest)).rejects.toMatchObject(refusal);
      await expect(reject(s, actor, held.id)).rejects.toMatchObject(refusal);
    }
    for (const actor of [elsewhere, stranger]) {
      const seen = s.as(
        actor,
      )`select app_public.held_publication_draft(h), app_public.held_publication_digest(h)
        from (select (json_populate_record(null::app_public.held_publication, ${JSON.stringify({ id: held.id })})).*) h`;
      if (actor === stranger) await expect(seen).rejects.toMatchObject({ code: "42501" });
      else
        expect(await seen).toEqual([
          { held_publication_draft: null, held_publication_digest: null },
        ]);
    }
    expect(await s.as(elsewhere)`select from app_public.held_publications()`).toEqual([]);
    expect((await approve(s, second, held.id, digest)).state).toBe("APPROVED");
  });

  test.each([
    ["a default of the service", `update app_private.settings set level2_distance = 700`],
    ["the alert", `update app_public.alerts set version = version + 1, title = 'Other'`],
  ])("has to be looked at again after a change of %s", async (s, what, change) => {
    const { author, first } = await team(s);
    const alert = await s.alert(first);
    const held = await hold(
      s,
      author,
      what === "the alert" ? { alert_id: alert, changes: { text1: "Stay." } } : undefined,
    );
    const { digest } = await look(s, first, held.id);
    await s.as(owner, change);
    await expect(approve(s, first, held.id, digest)).rejects.toMatchObject({
      constraint: "proposal_changed",
    });
    await approve(s, first, held.id);
    // Approved, and changed before it went out: it waits again.
    await s.as(owner, change.replace("700", "800").replace("Other", "Another"));
    await publish(s, held.id);
    expect((await look(s, first, held.id)).state).toBe("PROPOSED");
    expect(await told(s, "PROPOSED", held.id)).toEqual(["first", "second"]);
  });

  test.each([
    ["REJECTED", false],
    ["RETURNED", true],
  ])("is %s with a reason, and never published", async (s, state, forChanges) => {
    const { author, first, second } = await team(s);
    const { id } = await hold(s, author);
    await expect(reject(s, first, id, " ", forChanges)).rejects.toMatchObject({ code: "LA400" });
    expect(await reject(s, first, id, "Too wide.", forChanges)).toBe(state);
    expect(await look(s, author, id)).toMatchObject({
      state,
      reason: "Too wide.",
      decided_by: first.id,
    });
    for (const decide of [approve, reject]) {
      await expect(decide(s, second, id, "x")).rejects.toMatchObject({
        constraint: "decided_already",
      });
    }
    await publish(s, id);
    expect(await alerts(s)).toBe(0);
  });

  test("is taken back by its author, approved or not", async (s) => {
    const { author, first } = await team(s);
    for (const isApproved of [false, true]) {
      const { id } = await hold(s, author);
      if (isApproved) await approve(s, first, id);
      await s.as(author)`select app_public.publication_take_back(${id})`;
      await publish(s, id);
      expect((await look(s, author, id)).state).toBe("TAKEN_BACK");
    }
    expect(await alerts(s)).toBe(0);
  });

  test("is not published if its author or its approver lost their role meanwhile", async (s) => {
    for (const [loser, refusal] of [
      ["author", "AUTHOR_NO_ADMINISTRATOR"],
      ["first", "APPROVER_DEMOTED"],
    ] as const) {
      const members = await team(s);
      const { id } = await hold(s, members.author);
      await approve(s, members.first, id);
      await s.as(owner)`update app_public.memberships set role = 'VIEWER'
        where user_id = ${members[loser].id}`;
      await publish(s, id);
      expect(await look(s, members.second, id)).toMatchObject({ state: "FAILED", refusal });
      expect(await told(s, "FAILED", id)).toEqual(["author"]);
      expect(
        await s.value(owner)`select count(*)::int from graphile_worker._private_jobs
          where payload::jsonb @> ${JSON.stringify({ kind: "FAILED", id })}::jsonb`,
      ).toBe(2);
    }
  });
});

describe("a publication", () => {
  test("goes out alone by break-glass of an approver with a reason, and all approvers are told", async (s) => {
    await setRule(s, "ALWAYS");
    const { author, first, second } = await team(s);
    const glass = (reason: string) => ({ new_alert: alertInput(), break_glass: reason });
    await expect(hold(s, author, glass("Fire."))).rejects.toMatchObject({
      constraint: "no_approver",
    });
    await expect(hold(s, first, glass(" "))).rejects.toMatchObject({ constraint: "break_glass" });
    const held = await hold(s, first, glass("Fire."));
    expect(held).toMatchObject({ state: "HELD", break_glass: "Fire." });
    expect(await told(s, "BREAK_GLASS", held.id)).toEqual(["second"]);
    expect(await audited(s, held.id)).toEqual(["APPROVAL_BYPASSED", "PUBLICATION_HELD"]);
    await publish(s, held.id);
    expect(await look(s, second, held.id)).toMatchObject({ state: "PUBLISHED" });
  });

  test("that needs approval only once it is due waits for it", async (s) => {
    const { first, second } = await team(s);
    const { id } = await hold(s, first);
    await setRule(s, "ALWAYS");
    await publish(s, id);
    expect((await look(s, second, id)).state).toBe("PROPOSED");
    await approve(s, second, id);
    await publish(s, id);
    expect((await look(s, second, id)).state).toBe("PUBLISHED");
  });

  test("with a time waits for it, and is refused with one that is past or after its end", async (s) => {
    const { first } = await team(s);
    const now = Math.floor(Date.now() / 1000);
    const at = (publish_at: number) =>
      hold(s, first, { new_alert: alertInput(undefined, { expires_at: now + 7200 }), publish_at });
    for (const wrong of [now - 10, now + 7200, now + 400 * 86_400]) {
      await expect(at(wrong)).rejects.toMatchObject({ constraint: "publish_at" });
    }
    const held = await at(now + 3600);
    expect(held).toMatchObject({ state: "HELD", publish_at: new Date((now + 3600) * 1000) });
    expect(held.seconds_left).toBeGreaterThan(3500);
    const [job] = await s.as(owner)`select extract(epoch from run_at)::int as at
      from graphile_worker.jobs where task_identifier = 'publish_held'`;
    expect(job).toEqual({ at: now + 3600 });
  });

  test("that reaches beyond the border is told to the neighbour's approvers, unless it is an exercise", async (s) => {
    const [west, east] = [
      await s.authority(square([-1, 0], 1)),
      await s.authority(square([0, 0], 1)),
    ];
    await s.register(await s.member("APPROVER", east), "east");
    await s.register(await s.member("APPROVER"), "above");
    const approver = await s.member("APPROVER", west);
    await s.register(approver, "west");
    const publishAt = (corner: number, status: string) =>
      s.alert(approver, square([corner, 0.5], 0.01), { status, level3_distance: 20_000 });
    const [near, exercise] = [await publishAt(-0.02, "ACTUAL"), await publishAt(-0.02, "EXERCISE")];
    const far = await publishAt(-0.9, "ACTUAL");
    await s.update(approver, near, { text1: "Stay." });
    const queued = await s.as(owner)`select payload::jsonb from graphile_worker._private_jobs
      where payload ->> 'kind' = 'NEIGHBOUR'`;
    // By push and by mail, once: not again for a text, as for a wider area.
    expect(queued).toEqual(Array(2).fill({ payload: { kind: "NEIGHBOUR", id: near } }));
    expect(await told(s, "NEIGHBOUR", near)).toEqual(["east"]);
    expect([exercise, far]).not.toContain(near);
  });
});
