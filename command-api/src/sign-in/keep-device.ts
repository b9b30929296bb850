import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Client } from "./client.ts";
import { knownDevice, knownDeviceCookie } from "./known-device.ts";

/**
 * Around what ends a person's other sessions: it makes every device unknown, and the one that asks shall stay known.
 * Gives its new cookie, or none where it was not known before.
 */
export async function keepingDevice<Outcome extends object>(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { userId, client, now }: { userId: string; client: Client; now: Date },
  change: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; deviceCookies: string[] }> {
  const owner = async () => (await commandHandler.load(user, userStream(userId))).state;
  const before = await owner();
  const device = before.status === "registered" ? knownDevice(keyring, client.device, before, now) : null;
  const outcome = await change();
  if (device === null || "refused" in outcome) return { outcome, deviceCookies: [] };
  const after = await owner();
  const kept = after.status === "registered" ? [knownDeviceCookie(keyring, device, after, now)] : [];
  return { outcome, deviceCookies: kept };
}
