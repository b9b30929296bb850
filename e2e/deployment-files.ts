import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readComposeFile } from "./containers/compose-files.ts";

export const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");

export const compose = readComposeFile("docker-compose.yml");
export const services = Object.entries(compose.services);
/** What deploy/try.yml adds and changes. */
export const trial = readComposeFile("deploy/try.yml");
export const added = Object.entries(trial.services).filter(([name]) => !compose.services[name]);
export const stores = ["event-store", "mongo", "redis"];
/** Run once, before there is anything to attack; `backup` for one command of the operator. */
export const once = ["configuration", "event-store-user", "backup", "certificates"];

export const dockerfile = read("Dockerfile");
/** Build stages, each from one FROM to the next. */
export const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
export const stageOf = (name: string) =>
  stages.find((stage) => new RegExp(`^FROM .* AS ${name}$`, "m").test(stage)) ?? "";
/** The stage that makes one of our own images; null for an image of others. */
export const stageOfImage = (image = "") => {
  const [, target] = /^attestory-(process|gateway|mailbox)$/.exec(image) ?? [];
  return target === undefined ? null : stageOf(target);
};
