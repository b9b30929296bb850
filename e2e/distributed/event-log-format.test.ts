import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { describe, expect, it } from "vitest";
import { useStandIn } from "./event-logs.ts";

const file = join(temporaryFolder(), "events.sqlite");
const used = useStandIn(file);
const { generation } = used;

describe("B15 an event in EventStoreDB", () => {
  const storedAs = (stream: StreamName) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare("SELECT data, metadata FROM events WHERE stream = ? ORDER BY revision");
    const found = rows.all(`attestory.${generation}.${stream}`);
    database.close();
    return found.map((row) =>
      [row.data, row.metadata].map((bytes) => JSON.parse(Buffer.from(bytes as Uint8Array).toString())),
    );
  };

  it("can be read by others: its payload is its data, and the rest is its metadata under the store's own names", async () => {
    const stream = exampleStream();
    const [sessionId, person, correlationId, causationId] = Array.from({ length: 4 }, () => crypto.randomUUID());
    const actor = { kind: "user", id: person } as const;
    const metadata = { actor, delegate: null, sessionId: null, correlationId, causationId, fingerprint: null };
    const data = JSON.stringify({ sessionId });
    const event = exampleEvent({
      person: person as string,
      data,
      metadata: JSON.stringify(metadata),
      sealed: Buffer.from("x"),
    });
    await used.log.append(stream, 0, [event, exampleEvent()]);
    const [[payload, rest], [, other]] = storedAs(stream) as [[object, object], [object, object]];
    expect(payload).toEqual({ sessionId, $sealed: "eA==" });
    expect(rest).toEqual({
      $correlationId: correlationId,
      $causationId: causationId,
      actor,
      delegate: null,
      sessionId: null,
      fingerprint: null,
      person,
      recordedAt: event.recordedAt,
      schemaVersion: 1,
      format: 2,
      checksum: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
    expect(other).not.toHaveProperty("$causationId");
  });

  it("is rejected before it is sent if it could not be read back as the same bytes", async () => {
    for (const event of [
      exampleEvent({ data: '{ "sessionId": "spaced" }' }),
      exampleEvent({ data: '{"b":1,"1":2}' }),
    ]) {
      await expect(used.log.append(exampleStream(), 0, [event])).rejects.toBeInstanceOf(TypeError);
    }
  });

  it("of an older format is refused by its version", async () => {
    const stream = exampleStream();
    await used.log.append(stream, 0, exampleEvents(1));
    const database = new DatabaseSync(file, { timeout: 5000 });
    const old = 'data = CAST(\'{"data":"{}","metadata":"{}"}\' AS BLOB)';
    database.prepare(`UPDATE events SET ${old} WHERE stream = ?`).run(`attestory.${generation}.${stream}`);
    database.close();
    await expect(used.log.read(stream)).rejects.toThrow("EVENT_LOG has format 1, but this release reads format 2 only");
  });
});
