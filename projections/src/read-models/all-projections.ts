import type { Projection } from "./projection.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

/** Everything that is remembered. */
export const allProjections: readonly Projection[] = [users, sessions];
