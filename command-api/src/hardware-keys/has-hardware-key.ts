import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { hardwareKeys } from "./hardware-keys.ts";

/** Whether the account has a hardware key, which its sign-ins by password ask for. */
export async function hasHardwareKey(commandHandler: Pick<CommandHandler, "load">, userId: string): Promise<boolean> {
  return (await commandHandler.load(hardwareKeys, hardwareKeysStream(userId))).state.keys.length > 0;
}
