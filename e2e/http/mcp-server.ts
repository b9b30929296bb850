import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { OAuthMetadata } from "@modelcontextprotocol/sdk/shared/auth.js";
import { createRemoteJWKSet, jwtVerify } from "jose";

/** A server of the Model Context Protocol, made with its SDK, whose tool answers to users of an issuer. */
export class ToolServer {
  url = "";
  #server: Server | undefined;

  /** Its address is the identifier of the API that its access tokens are for. */
  async open(issuer: string): Promise<void> {
    const keys = createRemoteJWKSet(new URL(`${issuer}/api/oauth/jwks`));
    const app = createMcpExpressApp();
    const server = createServer(app);
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = `${origin}/mcp`;
    const described = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
    const oauthMetadata = (await described.json()) as OAuthMetadata;
    const resourceServerUrl = new URL(this.url);
    app.use(
      mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported: ["ledger:read", "offline_access"] }),
    );
    const verifyAccessToken = async (token: string) => {
      const rules = { issuer, audience: this.url, typ: "at+jwt" };
      const verified = await jwtVerify(token, keys, rules).catch(() => null);
      if (!verified) throw new InvalidTokenError("The token is not valid");
      const { client_id, scope = "", exp, sub } = verified.payload;
      const scopes = String(scope).split(" ");
      return { token, clientId: String(client_id), scopes, expiresAt: exp ?? 0, extra: { sub } };
    };
    const authenticate = requireBearerAuth({
      verifier: { verifyAccessToken },
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
    });
    app.post("/mcp", authenticate, async (request, response) => {
      const ledger = new McpServer({ name: "ledger", version: "1.0.0" });
      ledger.registerTool("whoami", { description: "Says who calls" }, ({ authInfo }) => ({
        content: [{ type: "text", text: JSON.stringify([authInfo?.extra?.sub, authInfo?.clientId]) }],
      }));
      const transport = new StreamableHTTPServerTransport({});
      response.on("close", () => void transport.close().then(() => ledger.close()));
      await ledger.connect(transport);
      await transport.handleRequest(request, response, request.body);
    });
    app.all("/mcp", (_request, response) => void response.status(405).end());
  }

  close(): void {
    this.#server?.close().closeAllConnections();
  }
}
