import { mostApplications } from "@attestory/command-api/applications/counted-applications.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenDeveloper, redirectUri } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const tooMany = {
  code: "too_many_applications",
  message: `You have ${mostApplications} applications. Delete one first.`,
};
const wasRegistered = ({ status }: Answered) => status === 201;

it("AP-11 RC-12 never passes the most that one developer may have, with 50 requests at once", async () => {
  const { token } = await givenDeveloper(url);
  const register = () =>
    call(url, "POST /api/developer/applications", { token, body: { name: "One", redirectUris: [redirectUri] } });
  const listed = async () => {
    const headers = await knowingAll(product);
    const { body } = await askUntilUpToDate(() => call(url, "GET /api/developer/applications", { token, headers }));
    return body.applications as { id: string }[];
  };

  const answers = await Promise.all(Array.from({ length: 50 }, register));

  // A request that lost to many others at once may be asked to try again.
  const refused = answers.filter((answer) => !wasRegistered(answer));
  for (const { status, body } of refused)
    expect([409, body.code]).toEqual([status, expect.stringMatching(/^(too_many_applications|conflict)$/)]);
  while ((await listed()).length < mostApplications) expect((await register()).status).toBe(201);
  expect(await listed()).toHaveLength(mostApplications);
  expect((await register()).body).toEqual(tooMany);

  const [first] = await listed();
  await call(url, `DELETE /api/developer/applications/${first?.id}`, { token });
  const again = await Promise.all(Array.from({ length: 5 }, register));
  expect(again.filter(wasRegistered)).toHaveLength(1);
  expect(await listed()).toHaveLength(mostApplications);
});
