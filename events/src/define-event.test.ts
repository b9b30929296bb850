import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { defineEvent, type EventOf, personal, type Upcast } from "./define-event.ts";

it("refuses a version without an upcast from every older one", () => {
  const schema = z.object({ name: z.string() });
  expect(() => defineEvent("ThingNamed", 2, schema)).toThrow("ThingNamed has no upcast from version 1");
  const third = (upcasts: Record<number, Upcast>) => defineEvent("ThingNamed", { version: 3, upcasts }, schema);
  expect(() => third({ 1: (v1) => v1 })).toThrow("no upcast from version 2");
  expect(() => third({ 2: (v2) => v2 })).toThrow("no upcast from version 1");
  expect(defineEvent("ThingNamed", 1, schema).version).toBe(1);
});

it("refuses a rule over several fields, since personal ones are read separately", () => {
  const schema = z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from < to);
  expect(() => defineEvent("ThingMoved", 1, schema)).toThrow("ThingMoved has a rule over several fields");
});

it("finds exactly the personal fields", () => {
  const definition = defineEvent(
    "ThingOwned",
    1,
    z.object({
      thingId: z.uuid(),
      owner: personal(z.string()),
      note: z.string().nullable(),
      address: personal(z.object({ street: z.string() })),
    }),
  );
  expect(definition.personalFields).toEqual(["owner", "address"]);
  expectTypeOf<EventOf<typeof definition>>().toEqualTypeOf<{
    type: "ThingOwned";
    data: { thingId: string; owner: string | null; note: string | null; address: { street: string } | null };
  }>();
});

it("accepts null for a personal field, but not a missing one", () => {
  const { schema } = defineEvent("ThingOwned", 1, z.object({ owner: personal(z.string()) }));
  expect(schema.parse({ owner: null })).toEqual({ owner: null });
  expect(schema.safeParse({}).success).toBe(false);
});
