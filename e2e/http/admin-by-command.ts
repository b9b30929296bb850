import type { Stack } from "../start-stack.ts";
import { type Member, setRoles } from "./admins.ts";
import { givenSignedInUser } from "./client.ts";
import { attestory } from "./command-line.ts";

/** `givenAdmin` for a product in another process: the command line makes the admin, who becomes a developer by the API. */
export async function givenAdminByCommand(stack: Stack): Promise<Member> {
  const person = await givenSignedInUser(stack.url);
  const { code, stderr } = await attestory(stack, ["grant-admin", person.email]);
  if (code !== 0) throw new Error(stderr);
  for (;;) {
    const { status, body } = await setRoles(
      stack.url,
      { by: person, of: person },
      { isAdmin: true, isDeveloper: true },
    );
    if (status === 200) return person;
    // The read models do not show the new admin yet.
    if (status !== 403) throw new Error(JSON.stringify(body));
  }
}
