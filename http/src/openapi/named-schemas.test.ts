import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createNamedSchemas } from "./named-schemas.ts";

const leaf = z.strictObject({ colour: z.string() }).meta({ id: "TestLeaf" });
const tree = z.strictObject({ leaves: z.array(leaf) });

describe("U15 the named schemas of the document", () => {
  it("U15 refers to a schema by its own name, or else by the given one", () => {
    const named = createNamedSchemas();
    expect(named.refer(tree, "output", "GetTreeAnswer")).toEqual({ $ref: "#/components/schemas/GetTreeAnswer" });
    expect(named.refer(leaf, "output", "GetLeafAnswer")).toEqual({ $ref: "#/components/schemas/TestLeaf" });
    expect(Object.keys(named.schemas).sort()).toEqual(["GetTreeAnswer", "TestLeaf"]);
    expect(named.schemas.GetTreeAnswer).toHaveProperty(["properties", "leaves", "items"], {
      $ref: "#/components/schemas/TestLeaf",
    });
  });

  it("U15 names the same schema once, whichever call has it", () => {
    const named = createNamedSchemas();
    const names = ["GetTreeAnswer", "PlantTreeAnswer"].map((name) => named.refer(tree, "output", name));
    expect(names[0]).toEqual(names[1]);
  });

  it("U15 names no text", () => {
    expect(createNamedSchemas().refer(z.string(), "output", "GetTextAnswer")).toEqual({ type: "string" });
  });

  it("U15 refuses two schemas of one name", () => {
    const named = createNamedSchemas();
    named.refer(tree, "input", "Tree");
    expect(() => named.refer(z.strictObject({ height: z.int() }), "input", "Tree")).toThrow(
      "two schemas are called Tree",
    );
  });
});
