import type { SidedRoute } from "./distributed/all-routes.ts";

/** The file that deploy/gateway.conf includes. */
export const gatewayRoutesFile = "deploy/gateway-routes.conf";

/** A path of either API. Paths that differ only in the names of their parameters are the same. */
interface Address {
  /** With `{}` for each parameter. */
  readonly path: string;
  readonly query: readonly string[];
  readonly command: readonly string[];
}

const listed = ["GET", "HEAD", "POST", "PUT", "DELETE"];

/** A read answers HEAD too. */
const methodsOf = (routes: readonly SidedRoute[], side: SidedRoute["side"]): string[] => {
  const methods = routes
    .filter((route) => route.side === side)
    .flatMap(({ method, write }) => (method === "get" && !write ? ["GET", "HEAD"] : [method.toUpperCase()]));
  return methods.sort((one, other) => listed.indexOf(one) - listed.indexOf(other));
};

function addressesOf(routes: readonly SidedRoute[]): Address[] {
  const byPath = Map.groupBy(routes, ({ path }) => path.replaceAll(/\{\w+\}/g, "{}"));
  const addresses = [...byPath].map(([path, at]) => ({
    path,
    query: methodsOf(at, "query"),
    command: methodsOf(at, "command"),
  }));
  return addresses.sort((one, other) => (one.path < other.path ? -1 : 1));
}

const isShared = ({ query, command }: Address) => query.length > 0 && command.length > 0;

const escaped = (text: string) => text.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`);

/** The key of an nginx map for the path: the path itself, which nginx looks up first, or a regular expression. */
const keyOf = (path: string): string => (path.includes("{}") ? `~^${escaped(path).replaceAll("{}", "[^/]+")}$` : path);

const line = (...texts: string[]) => `${texts.map((text) => `"${text}"`).join(" ")};`;

const map = (variables: string, into: string, lines: readonly string[]) =>
  [`map "${variables}" ${into} {`, ...lines.map((each) => `  ${each}`), "}"].join("\n");

/**
 * nginx's maps of the declared routes. A path that only one API knows goes to that API with every method, so that the API
 * refuses the methods that the path does not take. At a shared path, the method decides.
 */
export function gatewayRoutes(routes: readonly SidedRoute[]): string {
  const addresses = addressesOf(routes);
  const shared = addresses.filter(isShared);
  const served = addresses
    .filter(({ command }) => command.length > 0)
    .map((address) => line(keyOf(address.path), isShared(address) ? `both ${address.path}` : "command"));
  const byMethod = shared.flatMap(({ path, command }) =>
    command.map((method) => line(`${method} both ${path}`, "command")),
  );
  const allowed = shared.map(({ path, query, command }) =>
    line(`both ${path}`, [...query, ...command, "OPTIONS"].join(", ")),
  );
  return `# Made from the declared routes by \`npm run gateway-routes\`: do not edit.
# Which API serves a path. Unknown paths go to query-api, which also serves the pages.
${map("$uri", "$served_by", ["default query;", ...served])}
${map("$request_method $served_by", "$api", ["default query;", '"~ command$" command;', ...byMethod])}
# The methods of both APIs at the paths that both serve.
${map("$served_by", "$shared_methods", ['default "";', ...allowed])}
`;
}
