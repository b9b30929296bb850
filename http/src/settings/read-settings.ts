import { type EnvironmentSchema, readEnvironment } from "./read-environment.ts";
import { type ServerSettings, serverContradictions, serverSettings } from "./server-variables.ts";

/** `warnings`: lines about what was given and is not used. */
export type Configuration<Settings> = { settings: Settings; warnings: readonly string[] } | { faults: string[] };

type ServerVariables = Parameters<typeof serverSettings>[0];
type Contradictions = (given: Record<string, string>) => Iterable<string>;

export interface SettingsSource<Parsed extends ServerVariables, Own> {
  /** The variables of every server, and the process's own. */
  schema: EnvironmentSchema<Parsed>;
  /** Rules between the process's own variables. They check the raw texts, so that a fault elsewhere hides none of them. */
  contradictions?: readonly Contradictions[];
  ownSettings(parsed: Parsed, server: ServerSettings): Own;
}

/** Reads the environment once. Reports every fault, by the variable's name. An empty variable counts as absent. */
export function readSettings<Parsed extends ServerVariables, Own>(
  environment: NodeJS.ProcessEnv,
  { schema, contradictions = [], ownSettings }: SettingsSource<Parsed, Own>,
): Configuration<ServerSettings & Own> {
  const read = readEnvironment(environment, schema, function* (given) {
    for (const rule of [serverContradictions, ...contradictions]) yield* rule(given);
  });
  if ("faults" in read) return read;
  const server = serverSettings(read.parsed);
  return { settings: { ...server, ...ownSettings(read.parsed, server) }, warnings: read.warnings };
}
