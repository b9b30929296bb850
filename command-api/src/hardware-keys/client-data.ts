import { z } from "zod";
import type { RelyingParty } from "./relying-party.ts";

/** What the browser signed with the key's answer. Browsers may add members. */
const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The challenge that a page of our own was answered. Null if it was another page, one in a frame of another site, or another ceremony. */
export function challengeIn(
  clientDataJSON: string,
  type: "webauthn.create" | "webauthn.get",
  { origin }: Pick<RelyingParty, "origin">,
): string | null {
  const data = parsed(clientDataJSON);
  if (!data || data.type !== type || data.origin !== origin) return null;
  return data.crossOrigin === true || data.topOrigin !== undefined ? null : data.challenge;
}

function parsed(clientDataJSON: string): z.infer<typeof clientData> | null {
  try {
    return clientData.safeParse(JSON.parse(decoder.decode(Buffer.from(clientDataJSON, "base64url")))).data ?? null;
  } catch {
    return null;
  }
}
