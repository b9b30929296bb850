import type { AuthorityGuards } from "./handling/authority-guard.ts";
import { grantGuard } from "./oauth/grant-guard.ts";
import { sessionGuard } from "./sessions/session-guard.ts";

export const authorityGuards: AuthorityGuards = { session: sessionGuard, grant: grantGuard };
