import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allRoutes } from "./distributed/all-routes.ts";
import { gatewayRoutes, gatewayRoutesFile } from "./gateway-routes.ts";

// `npm run gateway-routes`: writes which API serves which call, as both declare it.
writeFileSync(fileURLToPath(new URL(`../${gatewayRoutesFile}`, import.meta.url)), gatewayRoutes(await allRoutes()));
