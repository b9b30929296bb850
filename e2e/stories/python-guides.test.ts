/** @module-tag smoke */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { givenDeveloper } from "../http/applications.ts";
import { freePort } from "../start-stack.ts";
import { AtApplication, authorizes, guided, running, secrets, signedIn } from "./guided-application.ts";
import { story } from "./story.ts";

const programs = join(import.meta.dirname, "../../.servers/guides/bin");

/** Why the guides cannot be run, or null if they can. @throws where servers are required */
function whyNoPython(): string | null {
  if (existsSync(join(programs, "uvicorn"))) return null;
  const reason = `left out: no Python libraries in ${programs}`;
  if (process.env.REQUIRE_SERVERS === "1") throw new Error(reason);
  console.warn(reason);
  return reason;
}

describe.skipIf(whyNoPython())("the guides in Python", () => {
  story("U21 for Flask and FastAPI sign a person in as they stand", async ({ visit, stack: { url }, expect }) => {
    const developer = await givenDeveloper(url);
    const visitor = await signedIn(url, developer);
    const { page } = await visit({ token: developer.token });
    for (const [framework, program, args] of [
      ["flask", "flask", ["run", "--port"]],
      ["fastapi", "uvicorn", ["app:app", "--port"]],
    ] as const) {
      const port = String(await freePort());
      const origin = `http://localhost:${port}`;
      const redirectUris = [`${origin}/callback`];
      const { application, files } = await guided(page, developer, { url, framework, redirectUris });
      const app = running(files);
      app.start(join(programs, program), [...args, port], secrets(application.clientSecret));
      const there = new AtApplication(origin);
      const asked = await there.ask("/login");
      await there.ask(await authorizes(visitor, asked.headers.get("location") ?? app.output));
      const home = await there.ask("/");
      expect(await home.json()).toEqual({ id: developer.id, name: "Juniper Hale", email: developer.email });
    }
  });
});
