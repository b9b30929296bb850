import { parseSync } from "@swc/core";

/** Names that the glossary of docs/architecture.md replaced. Event types and stored formats that use such words keep their names. */
const retired: ReadonlySet<string> = new Set([
  "Journal",
  "Folds",
  "Intent",
  "intentOf",
  "Asked",
  "carriedOut",
  "Trace",
  "traceReach",
  "claimIdentifier",
  "settleClaim",
  "ClaimState",
  "Standing",
  "ProjectionsStanding",
  "sessionStanding",
  "SessionOwnerFacts",
  "announceFolded",
  "hearFolded",
  "listenToFolded",
  "foldedNews",
  "sightings",
  "createSightings",
  "createSessionUse",
  "Budget",
  "Budgets",
  "insuredBudgets",
  "giveBack",
  "Guess",
  "Door",
  "wearsOut",
  "openFacts",
  "Facts",
  "UnsealedBuild",
  "keptSeal",
  "Letter",
  "outstandingLetters",
  "onTrouble",
  "seldom",
  "createSampling",
  "somebody",
  "Told",
  "Teller",
  "markText",
  "parseMark",
  "signMark",
  "laterPosition",
]);

const anyRetired = new RegExp(`\\b(${[...retired].join("|")})\\b`);

/** Every retired name in a TypeScript source text, without duplicates. */
export function retiredIn(file: string, text: string): string[] {
  // Parsing is slow, and most texts hold none of the names.
  if (!anyRetired.test(text)) return [];
  const found = new Set<string>();
  const program = parseSync(text, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" });
  JSON.stringify(program, (_key, node) => {
    if (node?.type === "Identifier" && retired.has(node.value)) found.add(node.value);
    return node;
  });
  return [...found];
}
