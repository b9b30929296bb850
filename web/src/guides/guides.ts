import { curlScript } from "./curl.ts";
import { expressGuide } from "./express.ts";
import { goGuide } from "./go.ts";
import type { Client, Guide } from "./guide.ts";
import { nativeGuide } from "./native.ts";
import { nextGuide } from "./nextjs.ts";
import { fastapiGuide, flaskGuide } from "./python.ts";
import { giteaGuide, grafanaGuide, immichGuide, nextcloudGuide, oauth2ProxyGuide, springGuide } from "./ready-made.ts";
import { singlePageGuide } from "./single-page.ts";

const curlGuide = (client: Client): Guide => ({
  install: null,
  files: [{ name: "sign-in.sh", code: curlScript(client) }],
  run: client.isPublic ? "bash sign-in.sh" : "export CLIENT_SECRET='…'   # from the Developer Portal\nbash sign-in.sh",
  notes: ["This shows what a library for OpenID Connect does. Every language has one."],
});

/** By the id of a framework. */
const guides: Readonly<Record<string, (client: Client) => Guide>> = {
  nextjs: nextGuide,
  express: expressGuide,
  flask: flaskGuide,
  fastapi: fastapiGuide,
  go: goGuide,
  spring: springGuide,
  spa: singlePageGuide,
  native: nativeGuide,
  "oauth2-proxy": oauth2ProxyGuide,
  grafana: grafanaGuide,
  gitea: giteaGuide,
  nextcloud: nextcloudGuide,
  immich: immichGuide,
};

/** `curl` too. A framework without a guide of its own has that one. */

export const guideFor = (id: string, client: Client): Guide => (guides[id] ?? curlGuide)(client);
