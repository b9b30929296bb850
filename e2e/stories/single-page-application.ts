import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const library = readFileSync(
  fileURLToPath(new URL("../browser/oidc-client-ts.js", import.meta.resolve("oidc-client-ts"))),
);

/** `manager` is the library's; the page that the service leads back to hands the answer to it. */
const page = (settings: string) => `<!doctype html><title>Application</title><h1>Application</h1>
<script src="/oidc-client-ts.js"></script>
<script>
  const settings = ${settings};
  const own = location.origin + "/callback";
  const out = location.origin + "/signed-out";
  window.manager = settings && new oidc.UserManager({ ...settings, redirect_uri: own, post_logout_redirect_uri: out });
  if (manager && location.pathname === "/callback") {
    manager.signinCallback().then((user) => { if (user) history.replaceState({}, "", "/"); document.title = "Back"; });
  }
  if (manager && location.pathname === "/signed-out") manager.signoutCallback();
</script>`;

export interface SinglePageApplication {
  /** With a slash. */
  url: string;
  redirectUri: string;
  afterSignOut: string;
  configure(settings: { authority: string; client_id: string; scope: string }): void;
  close(): void;
}

/** An application whose code all runs in the browser, with oidc-client-ts as its developers would use it. */
export async function openSinglePageApplication(): Promise<SinglePageApplication> {
  let settings = "null";
  const server = createServer((request, response) => {
    if (request.url === "/oidc-client-ts.js") response.setHeader("content-type", "text/javascript").end(library);
    else response.setHeader("content-type", "text/html").end(page(settings));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    redirectUri: `${url}callback`,
    afterSignOut: `${url}signed-out`,
    configure(given) {
      settings = JSON.stringify(given);
    },
    close: () => server.close(),
  };
}
