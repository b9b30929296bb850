import type { Clock } from "@attestory/event-store/clock.ts";
import { isPublished, type SigningKeyState, signingKeyState } from "@attestory/events/signing-key-validity.ts";
import { written } from "@attestory/http/routing/answer.ts";
import {
  everyKey,
  type SigningKeyDocument,
  signingKeys,
  timesOfKey,
} from "@attestory/projections/read-models/signing-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { z } from "zod";
import type { jwks } from "./schema.ts";

type Jwks = z.infer<typeof jwks>;
type WrittenJwks = ReturnType<typeof written<Jwks>>;

interface PublishedKeysParts {
  store: Pick<ReadStore, "list">;
  now: Clock;
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number;
}

/** Far less than the day for which a key is published before it signs. */
const rememberedMs = 1000;
/** More than a rotation in every hour of the time for which a replaced key stays. */
const mostKeys = 200;

/** What comes first is taken by a client that looks at no id. */
const order: readonly SigningKeyState[] = ["current", "previous", "next"];

/** The JWKS: current, previous and next keys of each algorithm. Remembered for a second, as every client of every application asks for it. */
export function publishedKeys(parts: PublishedKeysParts): () => Promise<WrittenJwks> {
  const { elapsed = () => performance.now() } = parts;
  let last: { keys: WrittenJwks; readAt: number } | undefined;
  return async () => {
    const readAt = elapsed();
    if (last && readAt - last.readAt < rememberedMs) return last.keys;
    const keys = written(await readKeys(parts));
    if (keys.body.keys.length > 0) last = { keys, readAt };
    return keys;
  };
}

async function readKeys({ store, now }: PublishedKeysParts): Promise<Jwks> {
  const listing = { index: "all", value: everyKey, direction: "descending", limit: mostKeys } as const;
  const keys = (await store.list(signingKeys, listing)).map(({ document }) => ({
    document,
    state: signingKeyState(timesOfKey(document), now()),
  }));
  const published = keys.filter(({ state }) => isPublished(state));
  published.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return { keys: published.map(({ document }) => publicJwk(document)) };
}

/** Names every member: whatever else the document had is not published. */
function publicJwk({ id, algorithm, publicKey }: SigningKeyDocument) {
  const { kty = "", n, e, crv, x, y } = publicKey;
  return { kid: id, alg: algorithm, use: "sig" as const, kty, n, e, crv, x, y };
}
