import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { newPerson } from "./client.ts";
import { setPolicy } from "./joining-calls.ts";

export interface JoiningScene {
  product: InProcess;
  url: string;
  admin: Member;
}

/** A product of the file's own with an admin, on which everybody may register when a test begins. */
export function joiningScene(): JoiningScene {
  const scene = {} as JoiningScene;
  beforeAll(async () => {
    const product = await startInProcess();
    Object.assign(scene, { product, url: product.url, admin: await givenAdmin(product) });
  });
  afterAll(() => scene.product.remove());
  beforeEach(async () => {
    expect((await setPolicy(scene.url, scene.admin, "open")).status).toBe(200);
  });
  return scene;
}

/** The address of a new person in a domain. */
export const at = (domain: string) => ({ email: `${newPerson().username}@${domain}` });

/** Outcomes of a registration. */
export const joined = [201, null];
export const noAddress = [400, "invalid_fields", "email"];
