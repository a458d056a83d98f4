import type { TestService, TestUser } from "../../../test/helpers/service.ts";

/** Reports a user's position. */
export async function report(
  service: TestService,
  user: TestUser,
  latitude: number,
  longitude: number,
): Promise<void> {
  const { errors } = await service.graphql(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { latitude, longitude, movingActivity: "WALKING" } },
    user,
  );
  if (errors) throw new Error(JSON.stringify(errors));
}
