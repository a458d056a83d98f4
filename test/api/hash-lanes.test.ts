/** @database server */
import { expect, jest, test } from "@jest/globals";
import { loadHashQueue } from "../helpers/code.ts";
import { postFrom } from "../helpers/from-address.ts";
import { type Answer, refusals, runTestService } from "../helpers/service.ts";

const service = runTestService();

test("password hashes of strangers wait in a lane of their address, those of known users in one of their own", async () => {
  const { HashQueue } = await loadHashQueue();
  const run = jest.spyOn(HashQueue.prototype, "run");
  /** Returns the lanes in which a request waited. */
  const lanesOf = async (request: Promise<Answer>) => {
    run.mockClear();
    expect(refusals(await request)).toEqual([]);
    return run.mock.calls.map(([lane]) => lane);
  };
  const stranger = (key: string) => [{ key, isKnown: false }];
  const known = (key: string) => [{ key, isKnown: true }];
  const user = await service.newUser();
  const changing = await service.newUser();
  const login = `mutation { login(input: { email: "${user.email}", password: "${user.password}" }) { userId } }`;
  const asAdmin = async (query: string) => {
    const answer = await service.graphql(query, {}, service.admin);
    expect(refusals(answer)).toEqual([]);
    return answer;
  };
  const { usersImport } = (
    await asAdmin(
      'mutation { usersImport(users: [{ email: "new@example.org", name: "New" }]) { userId } }',
    )
  ).data;
  const { newPasswordLinks, invitationAdd } = (
    await asAdmin(`mutation {
      newPasswordLinks(userIds: [${usersImport[0].userId}]) { token }
      invitationAdd(input: { name: "Town hall" }) { secret }
    }`)
  ).data;
  const password = "quite a long password";
  try {
    expect(await lanesOf(postFrom("127.0.0.31", service, { query: login }))).toEqual(
      stranger("127.0.0.31"),
    );
    expect(await lanesOf(postFrom("127.0.0.31", service, { query: login }))).toEqual(
      known(`${user.id} at 127.0.0.31`),
    );
    const set = `mutation { passwordSet(input: { token: "${newPasswordLinks[0].token}", password: "${password}" }) }`;
    expect(await lanesOf(postFrom("127.0.0.32", service, { query: set }))).toEqual(
      stranger("127.0.0.32"),
    );
    const join = `mutation { invitationTake(input: {
      secret: "${invitationAdd.secret}", email: "joins@example.org", password: "${password}", name: "Ada"
    }) { userId } }`;
    expect(await lanesOf(postFrom("127.0.0.33", service, { query: join }))).toEqual(
      stranger("127.0.0.33"),
    );
    const edit = `mutation { userPasswordEdit(input: { password1: "${password}", password2: "${password}" }) { id } }`;
    expect(await lanesOf(service.graphql(edit, {}, changing))).toEqual(
      known(`user ${changing.id}`),
    );
    const reset = edit.replace("Edit(", `Reset(id: ${changing.id}, `);
    expect(await lanesOf(asAdmin(reset))).toEqual(known(`user ${service.admin.id}`));
  } finally {
    run.mockRestore();
  }
});
