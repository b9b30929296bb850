import type { Projection } from "./projection.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

/** Every projection of the service. */
export const allProjections: readonly Projection[] = [users, sessions];

export const projectionNames = allProjections.map(({ name }) => name);
