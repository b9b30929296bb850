import { Readable } from "node:stream";
import { problem, withHeaders } from "@attestory/http/routing/problem.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import { invitations } from "@attestory/projections/read-models/invitations.ts";
import { personStreams } from "@attestory/projections/read-models/person-streams.ts";
import { recoveryCodes } from "@attestory/projections/read-models/recovery-codes.ts";
import { trustedDevices } from "@attestory/projections/read-models/trusted-devices.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route, type SessionPrincipal } from "../handling/query-route.ts";
import { observedEvent } from "../recording/observed-event.ts";
import type { RecordShown } from "../recording/shown-recorder.ts";
import { accountOf } from "./account-and-sessions.ts";
import { personalData } from "./schema.ts";
import { type SectionParts, sectionsOf } from "./sections.ts";
import { type Format, writeFile } from "./write-file.ts";

interface PersonalDataServices extends SectionParts {
  freshness: Pick<Freshness, "readable">;
  rateLimiter: RateLimiter;
  recordShown: RecordShown;
  /** The public address. */
  issuer: string;
}

/** Those that must be up to date, beside the ones that authentication reads. */
const models = [personStreams, hardwareKeys, recoveryCodes, trustedDevices, invitations].map(({ name }) => name);

/** Downloads of a person in an hour. Each may read a hundred thousand events. */
const anHour = 10;

const tooMany = problem(429, "too_many_requests", "You downloaded your data many times. Wait, then try again.");

const query = z.strictObject({
  format: z
    .enum(["json", "html"], "Use json or html")
    .default("json")
    .describe("html: the same as a page that needs no other file"),
});

const mediaTypes: Readonly<Record<Format, string>> = { json: "application/json", html: "text/html" };

/** Everything that the service keeps of a person, as a download. The log records that it was taken before the first byte is sent. */
export function personalDataRoutes(services: PersonalDataServices) {
  const { freshness, recordShown, issuer, now } = services;
  const downloads = services.rateLimiter.window("downloads of personal data", anHour, 3600);
  return [
    route({
      method: "get",
      path: "/api/user/data",
      summary: "Everything that the service keeps of you, as a download",
      operationId: "downloadPersonalData",
      description:
        "Everything that the service keeps of you, as JSON (PersonalData) or as a page: your account, sessions, second factors, keys, applications, and every event of the log that tells of you. Never a secret, and nothing about anyone else. At most 10 in an hour.",
      access: "user",
      stepUp: true,
      // It is recorded, so no other site causes it, and no HEAD.
      write: true,
      query,
      contents: { [mediaTypes.json]: personalData, [mediaTypes.html]: z.string() },
      answers: { 200: z.instanceof(Readable) },
      refuses: [tooMany],
      async handle({ principal, query: { format }, context }) {
        const { user, userId, sessionId } = principal;
        const at = now();
        if (!(await freshness.readable(context, models))) return projectionLag();
        const consumption = await downloads.consume(userId);
        if ("waitSeconds" in consumption) {
          return withHeaders(tooMany, { "Retry-After": String(consumption.waitSeconds) });
        }
        const event = { type: "PersonalDataDownloaded", data: { userId, format } } as const;
        await recordShown(userId, observedEvent({ event, userId, delegate: null, sessionId }, context, at));
        const head = { service: issuer, takenAt: at.toISOString(), account: accountOf(user) };
        return {
          status: 200,
          headers: {
            "Content-Type": `${mediaTypes[format]}; charset=utf-8`,
            "Content-Disposition": `attachment; filename="${fileName(principal, at, format)}"`,
            "Cache-Control": "no-store",
          },
          body: writeFile(format, head, sectionsOf(services, user)),
        };
      },
    }),
  ];
}

/** Of a username, only what is safe in a header and in every file system. */
const fileName = ({ user }: SessionPrincipal, at: Date, format: Format): string => {
  const name = user.username.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 40);
  return `attestory-data-${name}-${at.toISOString().slice(0, 10)}.${format}`;
};
