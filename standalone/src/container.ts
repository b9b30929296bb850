#!/usr/bin/env node
// `attestory` in the container image: the command line with the settings of a container.
import { hostname } from "node:os";
import { containerSettings, trialLine } from "./container-settings.ts";

const { isTrial, environment } = containerSettings(process.env);
// The host name of a container is its id, unless Docker was given another one.
const container = /^[0-9a-f]{12}$/.test(hostname()) ? hostname() : "CONTAINER";
Object.assign(process.env, environment, { ATTESTORY_COMMAND: `docker exec ${container} attestory` });
if (isTrial && process.argv[2] === "start") process.stderr.write(`${trialLine}\n`);

await import("./cli.js");
