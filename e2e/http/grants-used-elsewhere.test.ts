/** @module-tag embedded/one-process */
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { newFolderLogs } from "@attestory/event-store/testing/folder-log.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { authorizationStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCommandSide } from "../command-side.ts";
import { redirectUri } from "./applications.ts";
import { call } from "./client.ts";
import { commandSideParties, succeeds } from "./command-side-parties.ts";
import { exchange, givenCode, givenTokens, newVerifier, type Parties, refresh } from "./grants.ts";
import { askToken, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const openLog = newFolderLogs(temporaryFolder());
const scope = "openid profile offline_access";

describe("a process that knows a grant, while another process has used it", () => {
  let service: ScratchService;
  let log: EventLog;
  let own: Awaited<ReturnType<typeof startCommandSide>>;
  let other: Awaited<ReturnType<typeof startCommandSide>>;
  /** At the own process, and at the other. */
  let here: Parties;
  let there: Parties;

  beforeAll(async () => {
    service = await openScratchService();
    log = await openLog();
    own = await startCommandSide(service, log);
    other = await startCommandSide(service, log);
    here = await commandSideParties({ url: own.url, service, log });
    there = { ...here, url: other.url };
  });
  afterAll(async () => {
    await own.close();
    await other.close();
    await log.close();
    await service.close();
  });

  const endReasons = async (token: string) =>
    (await log.read(authorizationStream(token.split("_")[1] ?? ""))).events.flatMap((event) =>
      event.type === "AuthorizationEnded" ? [event.data.reason] : [],
    );

  it("takes a refresh token that was used there for a second use", async () => {
    const first = await givenTokens(here, { scope });
    const second = await succeeds(refresh(there, first));
    expect(errorOf(await refresh(here, first))).toEqual(invalidGrant);
    expect(await endReasons(first.refresh_token)).toEqual(["refresh-token-reused"]);
    expect(errorOf(await refresh(there, second.body))).toEqual(invalidGrant);
  });

  it("takes it for a second use also where the request asks for another API", async () => {
    const { refresh_token } = await givenTokens(here, { scope });
    const asked = { grant_type: "refresh_token", refresh_token, resource: "https://api.example.com" };
    const ask = async () => errorOf(await askToken(here.url, asked, { basic: here.application }));
    expect(await ask()).toEqual([400, "invalid_target"]);
    await succeeds(refresh(there, { refresh_token }));
    expect(await ask()).toEqual(invalidGrant);
    expect(await endReasons(refresh_token)).toEqual(["refresh-token-reused"]);
  });

  it("goes on with a refresh token that was given there", async () => {
    const first = await givenTokens(here, { scope });
    const second = await succeeds(refresh(there, first));
    await succeeds(refresh(here, second.body));
    expect(await endReasons(first.refresh_token)).toEqual([]);
  });

  it("refuses a refresh token that was revoked there", async () => {
    const { refresh_token } = await givenTokens(here, { scope });
    const revoked = await postForm(
      `${there.url}/api/oauth/revoke`,
      { token: refresh_token },
      { basic: here.application },
    );
    expect(revoked.status).toBe(200);
    expect(errorOf(await refresh(here, { refresh_token }))).toEqual(invalidGrant);
  });

  it("takes a code that was redeemed there for a second use, even if its redirect URI was removed since", async () => {
    const verifier = newVerifier();
    const code = await givenCode(here, { verifier, scope });
    await succeeds(exchange(there, { code, code_verifier: verifier }));
    const { token } = here.user;
    const changeTo = (uri: string) =>
      succeeds(
        call(there.url, `PUT /api/developer/applications/${here.application.id}`, {
          token,
          body: { name: "Ledgerline", redirectUris: [uri] },
        }),
      );
    await changeTo("https://app.example.com/moved");
    expect(errorOf(await exchange(here, { code, code_verifier: verifier }))).toEqual(invalidGrant);
    expect(await endReasons(code)).toEqual(["code-replayed"]);
    await changeTo(redirectUri);
  });
});
