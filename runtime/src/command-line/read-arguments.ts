import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearestName } from "./nearest-name.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Reads the options and names of a command. `wrong`: what is wrong with them, without how the command is used. */
export function readArguments<O extends Options>(args: string[], options: O): Parsed<O> | { wrong: string } {
  // Not strict: its refusals are for programmers.
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    const wrong = token.kind === "option" ? faultOf(token, options) : null;
    if (wrong !== null) return { wrong };
  }
  return parseArgs({ args, options, allowPositionals: true });
}

interface Token {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function faultOf({ name, rawName, value, inlineValue }: Token, options: Options): string | null {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) return `there is no option ${rawName}${meant(name, options)}`;
  if (option.type === "boolean") return value === undefined ? null : `${rawName} takes no value`;
  // What begins with a dash is the next option, unless it is given as --name=-value.
  const isGiven = value !== undefined && value !== "" && (inlineValue === true || !value.startsWith("-"));
  return isGiven ? null : `${rawName} takes a value`;
}

function meant(name: string, options: Options): string {
  const nearest = nearestName(name, Object.keys(options));
  return nearest === null ? "" : `; did you mean --${nearest}?`;
}
