import { randomUUID } from "node:crypto";
import { clientSourcesStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { commandScene } from "../testing/command-scene.ts";
import { givenAdmin } from "../testing/people.ts";
import { findSource, isAllowing } from "./find-source.ts";

const { scratch, commandHandler } = commandScene();
const urlPrefix = "https://tools.example/";
const url = `${urlPrefix}client.json`;

async function allowedBy(id: string, adminTerm: number): Promise<string> {
  const sourceId = randomUUID();
  const data = { sourceId, urlPrefix, adminTerm };
  await scratch.happened(clientSourcesStream, { type: "ClientSourceAllowed", data }, { actor: { kind: "user", id } });
  return sourceId;
}

it("CM-22 ends with the term of the admin who allowed it, and does not come back with the next one", async () => {
  const [first, second] = [await givenAdmin(scratch), await givenAdmin(scratch)];
  const sourceId = await allowedBy(first, 1);
  expect(await findSource(commandHandler, url, null)).toMatchObject({ sourceId });
  for (const type of ["UserDeactivated", "UserActivated"] as const) {
    await scratch.happened(userStream(first), { type, data: { userId: first } });
    expect([await findSource(commandHandler, url, sourceId), await isAllowing(commandHandler, sourceId)]).toEqual([
      null,
      false,
    ]);
  }
  const other = await allowedBy(second, 1);
  expect(await findSource(commandHandler, url, sourceId)).toMatchObject({ sourceId: other, allowedBy: second });
});
