import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import { parseTrustToken, trustedDeviceCookie } from "@attestory/http/security/trust-token.ts";
import { recoveryCodes } from "@attestory/projections/read-models/recovery-codes.ts";
import { type TrustedDevice, trustedDevices } from "@attestory/projections/read-models/trusted-devices.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptFields } from "../handling/decrypt-fields.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import {
  recoveryCodesLeft,
  type TrustedDevice as ShownDevice,
  trustedDevices as trustedDevicesAnswer,
} from "./schema.ts";

interface SecondFactorServices {
  store: Pick<ReadStore, "get">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

export const secondFactorRoutes = ({ store, sealing, freshness, now }: SecondFactorServices) => [
  route({
    method: "get",
    path: "/api/user/trusted-devices",
    summary: "The trusted browsers, which are not asked for a second factor, newest first",
    operationId: "listTrustedDevices",
    description: "Lists the trusted browsers, which are not asked for a second factor.",
    access: "user",
    answers: { 200: trustedDevicesAnswer },
    async handle({ principal: { userId, user }, context }) {
      if (!(await freshness.readable(context, [trustedDevices.name]))) return projectionLag();
      const document = await store.get(trustedDevices, userId);
      const isTrusted = ({ sessionEpoch, endsAt }: TrustedDevice) =>
        sessionEpoch === user.sessionEpoch && endsAt > now().getTime();
      const shown = (document?.devices ?? []).filter(isTrusted).toReversed();
      const here = parseTrustToken(context.cookies.get(trustedDeviceCookie))?.trustId;
      return { status: 200, body: await answersOf(sealing, shown, here) };
    },
  }),
  route({
    method: "get",
    path: "/api/user/recovery-codes",
    summary: "How many recovery codes are left",
    operationId: "countRecoveryCodes",
    description: "How many recovery codes are left.",
    access: "user",
    answers: { 200: recoveryCodesLeft },
    async handle({ principal: { userId }, context }) {
      if (!(await freshness.readable(context, [recoveryCodes.name]))) return projectionLag();
      const document = await store.get(recoveryCodes, userId);
      return {
        status: 200,
        body: {
          left: document?.left ?? 0,
          issuedAt: document && new Date(document.issuedAt).toISOString(),
        },
      };
    },
  }),
];

async function answersOf(
  sealing: SecondFactorServices["sealing"],
  devices: readonly TrustedDevice[],
  here: string | undefined,
): Promise<ShownDevice[]> {
  const trustedFrom = await decryptFields(sealing, devices);
  return devices.map(({ id, trustedAt, endsAt }) => {
    const { ip = null, userAgent = null } = trustedFrom.get(id) ?? {};
    return {
      id,
      device: deviceInWords(userAgent),
      location: locationInWords(ip),
      trustedAt: new Date(trustedAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      isCurrent: id === here,
    };
  });
}
