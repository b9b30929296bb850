import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { applicationIdOf } from "@attestory/events/client-id.ts";
import { refreshTokenEnd } from "@attestory/events/grant-validity.ts";
import { parseRefreshToken, type RefreshToken } from "@attestory/http/security/grant-tokens.ts";
import type { AuthorizationDocument } from "@attestory/projections/read-models/authorizations.ts";
import type { z } from "zod";
import type { LiveTokens } from "./live-tokens.ts";
import type { introspection } from "./schema.ts";
import type { AccessTokenClaims, VerifyAccessToken } from "./verify-access-token.ts";

export type Introspection = z.input<typeof introspection>;

export interface IntrospectionParts {
  issuer: string;
  /** Of tokens for our own endpoints and for APIs. */
  verifySignedToken: VerifyAccessToken;
  liveTokens: LiveTokens;
  /** The keyring's HMAC under the link key. */
  hmac(...parts: string[]): string;
  now: Clock;
}

export interface AskedToken {
  token: string;
  /** Of the application that asks. */
  clientId: string;
}

const inactive: Introspection = { active: false };
const secondsOf = (instant: number | Date) => Math.floor(Number(instant) / 1000);

/** The application that has the token, or the one whose API it is for. */
const isParty = ({ client_id, api }: AccessTokenClaims, clientId: string): boolean =>
  client_id === clientId || api === clientId;

/** What is known of a token (RFC 7662), for the application that it belongs to, or for the API that it is for. `lagging`: the read models are not up to date. */
export function introspector({ issuer, verifySignedToken, liveTokens, hmac, now }: IntrospectionParts) {
  const ofAccessToken = async ({ token, clientId }: AskedToken): Promise<Introspection | "lagging"> => {
    const claims = await verifySignedToken(token);
    if (!claims || !isParty(claims, clientId)) return inactive;
    const found = await liveTokens.ofAccessToken(claims);
    if (found === "lagging") return found;
    if (!found) return inactive;
    const { scope, client_id, exp, iat, sub, aud, iss, jti, cnf } = claims;
    const token_type = cnf ? "DPoP" : "Bearer";
    return { active: true, scope, client_id, token_type, exp, iat, sub, aud, iss, jti, cnf };
  };

  /** Both are dated by the log's clock. The application compares them with another machine's, which this one may be ahead of. */
  const timesOf = (end: Date, refreshedAt: number) => {
    const machine = machineTime(now).getTime();
    const aheadMs = now().getTime() - machine;
    return {
      exp: secondsOf(end.getTime() - aheadMs),
      iat: secondsOf(refreshedAt > machine ? refreshedAt - aheadMs : refreshedAt),
    };
  };

  const ofRefreshToken = async (
    { authorizationId, serial }: RefreshToken,
    clientId: string,
  ): Promise<Introspection | "lagging"> => {
    const found = await liveTokens.ofGrant(authorizationId);
    if (found === "lagging") return found;
    if (found?.authorization.applicationId !== applicationIdOf(clientId)) return inactive;
    const { authorization, user } = found;
    const end = authorization.refreshSerial === serial ? endOf(authorization) : null;
    if (end === null || now() >= end) return inactive;
    const scope = authorization.scopes.join(" ");
    const { exp, iat } = timesOf(end, authorization.refreshedAt ?? 0);
    return { active: true, scope, client_id: clientId, exp, iat, sub: user.id, iss: issuer };
  };

  return (asked: AskedToken): Promise<Introspection | "lagging"> => {
    const refresh = parseRefreshToken(asked.token, hmac);
    return refresh ? ofRefreshToken(refresh, asked.clientId) : ofAccessToken(asked);
  };
}

const endOf = ({ redeemedAt, refreshedAt }: AuthorizationDocument): Date | null =>
  redeemedAt === null || refreshedAt === null
    ? null
    : refreshTokenEnd({ redeemedAt: new Date(redeemedAt), refreshedAt: new Date(refreshedAt) });
