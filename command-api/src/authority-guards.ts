import { apiKeyGuard } from "./api-keys/authenticate-api-key.ts";
import { grantGuard } from "./authorizations/grant-guard.ts";
import type { AuthorityGuards } from "./handling/authority-guard.ts";
import { sessionGuard } from "./sessions/session-guard.ts";

export const authorityGuards: AuthorityGuards = { session: sessionGuard, grant: grantGuard, apiKey: apiKeyGuard };
