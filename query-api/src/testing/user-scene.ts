import { afterAll, beforeAll } from "vitest";
import { people } from "./people.ts";
import { patientProjections, type ScratchProjections } from "./scratch-projections.ts";
import { openScratchQueryApi, type ScratchQueryApi } from "./scratch-query-api.ts";

/** The query side, and what happens to its users, for all tests of a file. */
export function userScene() {
  const scratch = {} as ScratchQueryApi<ScratchProjections>;
  const happens = {} as ReturnType<typeof people>;
  beforeAll(async () => {
    Object.assign(scratch, await openScratchQueryApi(patientProjections));
    Object.assign(happens, people(scratch));
  });
  afterAll(() => scratch.close());
  return { scratch, happens };
}
