import { readFileSync } from "node:fs";
import type { AttestoryEvent } from "../catalogue.ts";
import { definitions } from "../definitions.ts";

export interface SampleEvent {
  /** The first part of the name of its stream: `user` for `user-<id>`. */
  kind: string;
  event: AttestoryEvent;
}

interface Sample {
  stored: { stream: string };
  newest: object;
}

/** One event of every type in the catalogue, in its newest version. */
export const sampleEvents = (): SampleEvent[] =>
  definitions.map(({ type, version }) => {
    const file = new URL(`../samples/${type}-${version}.json`, import.meta.url);
    const { stored, newest }: Sample = JSON.parse(readFileSync(file, "utf8"));
    return { kind: stored.stream.split("-", 1)[0] ?? "", event: { type, data: newest } as AttestoryEvent };
  });
