import type { Position } from "@attestory/events/envelope.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { z } from "zod";
import type { Keyring } from "../vault/keyring.ts";

/** The position of each projection, by name. Processes exchange it over a server that others may write to as well. */
export type ProjectionPositions = ReadonlyMap<string, Position>;

type Signer = Pick<Keyring, "hmac">;

/** The channel of one installation: a server sends messages to all its subscribers, whichever database they use. */
export const progressChannel = ({ hmac }: Signer, generation: number): string =>
  `attestory:folded:${hmac("link key", "channel of folded news", String(generation)).slice(0, 22)}`;

const macOf = ({ hmac }: Signer, text: string) => hmac("link key", "folded news", text);

/** A message that only a holder of the service's secret can create. A replay has no effect, as positions only grow. */
export function progressMessage(signer: Signer, positions: ProjectionPositions): string {
  const text = JSON.stringify(Object.fromEntries([...positions].map(([name, position]) => [name, String(position)])));
  return `${macOf(signer, text)} ${text}`;
}

const positionsByName = z.record(z.string(), z.string().regex(/^\d{1,20}$/));

/** Null if the signature is invalid. */
export function readProgressMessage(signer: Signer, message: string): ProjectionPositions | null {
  const [mac = "", text = ""] = message.split(/ (.*)/s, 2);
  if (!isEqualInConstantTime(mac, macOf(signer, text))) return null;
  const positions = positionsByName.parse(JSON.parse(text));
  return new Map(Object.entries(positions).map(([name, position]) => [name, BigInt(position)]));
}
