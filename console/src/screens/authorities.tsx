import "../geo/unite.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import {
  type ApprovalRule,
  AuthorityAddDocument,
  AuthorityEditDocument,
  type AuthorityRole,
  MembershipRemoveDocument,
  MembershipSetDocument,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { AreaByCoordinates } from "../components/area-by-coordinates.tsx";
import { AreaView } from "../components/area-view.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Form, FormDialog, useFields } from "../components/form.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { UserField } from "../components/user-field.tsx";
import { shapesOf } from "../geo/area.ts";
import { areaSize } from "../geo/measure.ts";
import { CROSSES_ITSELF } from "../state/alert-input.ts";
import { type Authority, authorities, authorityArea, treeOf } from "../state/authority-list.ts";
import { beginArea, draftArea, draftCrossings } from "../state/draft.ts";
import { done } from "../state/notice.ts";
import { may, mine, ROLES } from "../state/rights.ts";
import { training } from "../state/training.ts";
import { userSearch } from "../state/user-search.ts";
import { areaText } from "../words/numbers.ts";
import { authorityName, ROLE_NAMES } from "../words/role-words.ts";
import { t } from "../words/translate.ts";
import { ManagedAuthority } from "./authorities/managed.tsx";
import { SecondFactorRules } from "./authorities/second-factor-rules.tsx";
import { Sources } from "./authorities/sources.tsx";
import { Webhooks } from "./authorities/webhooks.tsx";
import { AreaStage } from "./new-alert/draft-stage.tsx";
import { StartFrom } from "./new-alert/start-from.tsx";

const MAX_RESULTS = 10;
const CHOICES = [
  ...ROLES.map((role) => [role, ROLE_NAMES[role]] as const),
  ["", t("No role any more")] as const,
];

/** Sets and ends what users may do for an authority, and adds members. */
function Members({ authority, onClose }: { authority: Authority; onClose: () => void }) {
  const { id, memberships } = authority;
  const search = useMemo(() => userSearch(MAX_RESULTS, { needsText: true }), []);
  useEffect(search.follow, [search]);
  const { run, isBusy, problem } = useAction(async (userId: number, role: AuthorityRole | "") => {
    await (role
      ? request(MembershipSetDocument, { userId, authorityId: id, role })
      : request(MembershipRemoveDocument, { userId, authorityId: id }));
    await authorities.load();
  });
  const members = new Set(memberships.map(({ userId }) => userId));
  const found = search.users.data.value?.filter((user) => !members.has(user.id)) ?? [];
  const title = t("Members of {name}", { name: authorityName(authority.name) });
  return (
    <Dialog label={title} onClose={onClose} isWide>
      <h2>{title}</h2>
      <Problem text={problem} />
      <ul class="cards">
        {memberships.map(({ userId, role, user }) => {
          const name = user?.name ?? t("User {id}", { id: userId });
          return (
            <li key={userId} class="user">
              <div>
                <strong>{name}</strong>
                <p class="hint">{user?.email}</p>
              </div>
              <Select
                label={t("Role of {name}", { name })}
                value={role as AuthorityRole | ""}
                options={CHOICES}
                onChange={(to) => void run(userId, to)}
              />
            </li>
          );
        })}
      </ul>
      <UserField
        search={search}
        label={t("Add someone: find them by any word of a name, or by email")}
      />
      <Problem text={search.users.error.value} retry={() => void search.users.load()} />
      <ul class="cards">
        {found.map(({ id: userId, name, email }) => (
          <ListItem
            key={userId}
            isBusy={isBusy}
            actions={[[t("Add"), t("Add {name}", { name }), () => void run(userId, "VIEWER")]]}
          >
            <strong>{name}</strong>
            <p class="hint">{email}</p>
          </ListItem>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {t("Close")}
        </button>
      </div>
    </Dialog>
  );
}

/** Adds an authority, or changes its name and its area, which are drawn or imported. */
function EditAuthority(props: { authority?: Authority | undefined; onClose: () => void }) {
  const { authority, onClose } = props;
  const { fields, field, edit } = useFields({
    name: authority?.name ?? "",
    parentId: authority?.parentId ?? mine("MANAGER")[0]?.id,
  });
  const area = draftArea.value;
  const isCrossing = draftCrossings.value.length > 0;
  async function submit(): Promise<void> {
    const name = fields.name.trim();
    const input = { name, ...(area && { area }) };
    await (authority
      ? request(AuthorityEditDocument, { id: authority.id, input })
      : request(AuthorityAddDocument, { input: { ...input, parentId: fields.parentId ?? null } }));
    await Promise.all([authorities.load(), training.load()]);
    onClose();
    done(t("Saved: {name}", { name }));
  }
  const title = authority
    ? t("Edit {name}", { name: authorityName(authority.name) })
    : t("New authority");
  return (
    <AreaStage
      label={title}
      mapLabel={t("The authority's area. Arrow keys move the map, plus and minus zoom.")}
      authorityId={authority ? (authority.parentId ?? undefined) : fields.parentId}
    >
      <Title text={title} />
      <Field label={t("Name")} placeholder={t("City of Bologna")} {...field("name")} />
      {!authority && (
        <ManagedAuthority
          label={t("Below")}
          value={fields.parentId}
          onChange={(parentId) => edit({ parentId })}
        />
      )}
      <StartFrom />
      <AreaByCoordinates />
      <p role="status">
        {isCrossing
          ? CROSSES_ITSELF
          : area
            ? t("It warns in the area on the map: {size}.", { size: areaText(areaSize(area)) })
            : t("Draw the area in which it warns. Without one, it warns everywhere.")}
      </p>
      <Form
        action={t("Save")}
        isReady={fields.name.trim() !== "" && !isCrossing}
        submit={submit}
        buttons={
          <button type="button" onClick={onClose}>
            {t("Cancel")}
          </button>
        }
      />
    </AreaStage>
  );
}

const RULES = [
  ["OFF", t("nothing")],
  ["MANY", t("what reaches many people")],
  ["ALWAYS", t("everything")],
] as const satisfies [ApprovalRule, string][];

/** Says when a second person has to approve what an authority publishes. */
function Approval({ authority, onClose }: { authority: Authority; onClose: () => void }) {
  const { fields, field, edit } = useFields({
    approval: authority.approval as ApprovalRule,
    above: String(authority.approvalAbove),
    exercises: authority.approvesExercises,
  });
  const { approval, above, exercises } = fields;
  const name = authorityName(authority.name);
  return (
    <FormDialog
      title={t("Approval in {name}", { name })}
      action={t("Save")}
      submit={async () => {
        const input = { approval, approvalAbove: Number(above), approvesExercises: exercises };
        await request(AuthorityEditDocument, { id: authority.id, input });
        await authorities.load();
        onClose();
        done(t("Saved: {name}", { name }));
      }}
      onClose={onClose}
    >
      <Select
        label={t("What a second person approves")}
        value={approval}
        options={RULES}
        onChange={(to) => edit({ approval: to })}
      />
      {approval === "MANY" && (
        <Field
          type="number"
          inputMode="numeric"
          step="1"
          required
          label={t("Above how many people")}
          {...field("above")}
        />
      )}
      {approval !== "OFF" && (
        <Checkbox value={exercises} onChange={(to) => edit({ exercises: to })}>
          {t("Exercises and tests too")}
        </Checkbox>
      )}
      <p class="hint">
        {t("An all-clear and a smaller area never wait. What authors propose always does.")}
      </p>
    </FormDialog>
  );
}

/** The screen of who warns where: the authorities as a tree, their areas and members. */
export function AuthoritiesScreen() {
  const [membersOf, setMembersOf] = useState<number>();
  const [ruleOf, setRuleOf] = useState<number>();
  const [edited, setEdited] = useState<{ authority?: Authority }>();
  useEffect(() => void authorities.load(), []);
  const { run, isBusy, problem } = useAction(async (authority?: Authority) => {
    const area = authority && (await authorityArea(authority.id));
    beginArea(area ? shapesOf(area) : []);
    setEdited(authority ? { authority } : {});
  });
  const all = authorities.data.value ?? [];
  if (edited)
    return <EditAuthority authority={edited.authority} onClose={() => setEdited(undefined)} />;
  const shown = all.find(({ id }) => id === membersOf);
  const ruled = all.find(({ id }) => id === ruleOf);
  return (
    <main class="page">
      <Title text={t("Authorities")} />
      <p>{t("Each authority warns in its area, and sees the people there.")}</p>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void run()}>
        {t("New authority")}
      </button>
      <LoadState of={authorities} />
      <Problem text={problem} />
      <ul class="cards">
        {treeOf(all).map(([authority, depth]) => {
          const { id, parentId, memberships } = authority;
          const name = authorityName(authority.name);
          return (
            <ListItem
              key={id}
              depth={depth}
              isBusy={isBusy}
              actions={[
                may("MANAGER", id) && [
                  t("Members…"),
                  t("Members of {name}", { name }),
                  () => setMembersOf(id),
                ],
                may("MANAGER", id) && [
                  t("Approval…"),
                  t("Approval in {name}", { name }),
                  () => setRuleOf(id),
                ],
                may("MANAGER", parentId ?? id) && [
                  t("Edit"),
                  t("Edit {name}", { name }),
                  () => void run(authority),
                ],
              ]}
            >
              <strong>{name}</strong>
              {may("MANAGER", id) && (
                <p class="hint">
                  {t("{number, plural, one {# member} other {# members}}", {
                    number: memberships.length,
                  })}
                </p>
              )}
              <AreaView load={() => authorityArea(id)} />
            </ListItem>
          );
        })}
      </ul>
      <Sources />
      {may("MANAGER") && <Webhooks />}
      {may("MANAGER", 1) && <SecondFactorRules />}
      {ruled && <Approval authority={ruled} onClose={() => setRuleOf(undefined)} />}
      {shown && <Members authority={shown} onClose={() => setMembersOf(undefined)} />}
    </main>
  );
}
