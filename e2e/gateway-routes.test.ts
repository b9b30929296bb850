import { describe, expect, test } from "vitest";
import { read } from "./deployment-files.ts";
import { allRoutes, type SidedRoute } from "./distributed/all-routes.ts";
import { gatewayRoutes, gatewayRoutesFile } from "./gateway-routes.ts";

const serving = (side: SidedRoute["side"], method: SidedRoute["method"], path: SidedRoute["path"]): SidedRoute => ({
  side,
  method,
  path,
  write: method !== "get",
});

describe("AC-08 the gateway's routes", () => {
  test("are those that both APIs declare", async () => {
    expect(
      read(gatewayRoutesFile),
      `${gatewayRoutesFile} differs from the declared routes: run \`npm run gateway-routes\` and commit the file`,
    ).toBe(gatewayRoutes(await allRoutes()));
  });

  test("change with every new call of command-api, and with a call that takes a second method", () => {
    const before = [serving("command", "post", "/api/things"), serving("query", "get", "/api/other")];
    for (const added of [
      serving("command", "post", "/api/more"),
      serving("command", "delete", "/api/things/{id}"),
      serving("command", "put", "/api/other"),
      serving("query", "get", "/api/things"),
    ]) {
      expect(gatewayRoutes([...before, added])).not.toBe(gatewayRoutes(before));
    }
  });

  test("do not depend on the order of the declarations", () => {
    const routes = [
      serving("command", "delete", "/api/things"),
      serving("query", "get", "/api/things"),
      serving("command", "post", "/.known/{name}"),
    ];
    expect(gatewayRoutes(routes.toReversed())).toBe(gatewayRoutes(routes));
    expect(gatewayRoutes(routes)).toContain('"~^/\\.known/[^/]+$" "command";');
  });
});
