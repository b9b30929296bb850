import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { openTlsServers } from "../stories/conformance/tls-proxy.ts";
import { givenAdmin } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { givenVisitor, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { allowSource, deviceUri, metadata } from "./document-host.ts";
import { ToolServer } from "./mcp-server.ts";

const product = sharedProductScene();
const servers = openTlsServers();
const tools = new ToolServer();
const patient = { timeout: 20_000 };
let documents: string;
let visitor: Visitor;
beforeAll(async () => {
  documents = await servers.serve(({ url = "" }, response) => {
    const document = { ...metadata, client_id: `${documents}${url}` };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(document));
  });
  await allowSource(product.url, await givenAdmin(product), `${documents}/`);
  await tools.open(product.url);
  const api = { resource: tools.url, scopes: [{ name: "ledger:read", description: "Read your ledger" }] };
  await registerApplication(product.url, { name: "Ledger", api });
  visitor = await givenVisitor(product.url);
});
afterAll(() => {
  tools.close();
  servers.close();
});

/** What an MCP client keeps of its sign-in. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = deviceUri;
  readonly clientMetadata = { client_name: metadata.client_name, redirect_uris: [deviceUri] };
  readonly clientMetadataUrl: string;
  authorizationUrl: URL | undefined;
  information: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  #verifier = "";

  constructor(clientMetadataUrl: string) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation = () => this.information;
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens = () => this.kept;
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.authorizationUrl = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
}

/** The user opens the address and consents. Returns the code. */
async function consentTo({ searchParams }: URL): Promise<string> {
  const sent = Object.fromEntries(searchParams);
  expect((await visitor.authorize(sent)).status).toBe(200);
  const { client_id, redirect_uri, scope, state } = sent;
  const granted = await visitor.call("POST /api/oauth/authorize", { client_id, redirect_uri, scope, state });
  expect([granted.status, granted.body]).toMatchObject([200, {}]);
  return new URL(granted.body.redirectUrl).searchParams.get("code") ?? "";
}

it("CM-20 signs an MCP client in, which calls a tool and refreshes", async () => {
  const kept = new Kept(`${documents}/mcp/client.json`);
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(tools.url), { authProvider: kept });
    const client = new Client({ name: "Ledgerline", version: "1.0.0" });
    await client.connect(transport);
    return client;
  };
  const discovery = () => call(product.url, "GET /.well-known/oauth-authorization-server");
  await expect.poll(async () => (await discovery()).body.client_id_metadata_document_supported, patient).toBe(true);
  await expect(connect()).rejects.toThrow("Unauthorized");
  const code = await consentTo(kept.authorizationUrl as URL);
  expect(await auth(kept, { serverUrl: tools.url, authorizationCode: code })).toBe("AUTHORIZED");
  const client = await connect();
  const { content } = await client.callTool({ name: "whoami" });
  expect(content).toEqual([{ type: "text", text: JSON.stringify([visitor.person?.id, kept.clientMetadataUrl]) }]);
  await client.close();

  const before = kept.kept;
  expect(await auth(kept, { serverUrl: tools.url })).toBe("AUTHORIZED");
  expect(kept.kept?.access_token).not.toBe(before?.access_token);
  const again = await connect();
  expect((await again.listTools()).tools).toMatchObject([{ name: "whoami" }]);
  await again.close();
});
