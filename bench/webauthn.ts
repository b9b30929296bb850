import { generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { createCommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { isRefused } from "@attestory/command-api/handling/decider.ts";
import { createChallenge, registrationScope } from "@attestory/command-api/hardware-keys/challenge.ts";
import { registerKey } from "@attestory/command-api/hardware-keys/register-key.ts";
import { relyingParty } from "@attestory/command-api/hardware-keys/relying-party.ts";
import type { AuthenticationResponse, RegistrationResponse } from "@attestory/command-api/hardware-keys/schema.ts";
import {
  type Assertion,
  type VerifyAssertionDependencies,
  verifyAssertion,
} from "@attestory/command-api/hardware-keys/verify-assertion.ts";
import { registerAnn, testContext } from "@attestory/command-api/testing/people.ts";
import { SoftwareAuthenticator } from "@attestory/e2e/http/software-authenticator.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { figure, line, ratios } from "./figures.ts";

const rounds = 5;
const perRound = 400;
const url = "https://bench.example";
const scope = { ceremony: "sign-in", binding: "browser" } as const;

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (count / (performance.now() - startedAt)) * 1000;
}

/** Signatures per second that the same library of Node.js verifies if nothing else is done. */
function signaturesAlone(): Promise<number> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const bytes = randomBytes(69);
  const signature = sign("sha256", bytes, privateKey);
  return perSecond(perRound, async () => {
    for (let n = 0; n < perRound; n++) {
      if (!verify("sha256", bytes, publicKey, signature)) throw new Error("the signature does not match");
    }
  });
}

/** Users with a key each, and what verifies their answers. */
async function openKeys(scratch: ScratchService, users: number) {
  const { keyring } = scratch;
  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const dependencies = { commandHandler, keyring, relyingParty: relyingParty(url) };
  const owners = await Promise.all(
    Array.from({ length: users }, async () => {
      const userId = await registerAnn(commandHandler);
      const key = new SoftwareAuthenticator(url, { counts: false });
      const challenge = createChallenge(keyring, registrationScope({ sessionId: userId, sessionEpoch: 0 }), new Date());
      const response = key.register({ challenge }) as RegistrationResponse;
      const added = await registerKey(
        {
          ...dependencies,
          mailLimits: { ofAccount: (_, change) => change() },
        },
        { userId, sessionId: userId, response },
        testContext(),
      );
      if (isRefused(added)) throw new Error(added.refused);
      return { userId, key };
    }),
  );
  const answers = () =>
    owners.map(({ userId, key }) => {
      const challenge = createChallenge(keyring, scope, new Date());
      return {
        userId,
        scope,
        response: { ...key.assert({ challenge }), type: "public-key" } as AuthenticationResponse,
      };
    });
  return { dependencies, answers };
}

async function expectVerified(dependencies: VerifyAssertionDependencies, answer: Assertion): Promise<void> {
  const outcome = await verifyAssertion(dependencies, answer, testContext());
  if (isRefused(outcome)) throw new Error(outcome.refused);
}

/** Sign-ins by passkey up to the session: verified, decided and appended to the log, one for each of 20 users at once. */
export async function measureWebauthn(): Promise<string[]> {
  const scratch = await openScratchService();
  const users = 20;
  const { dependencies, answers } = await openKeys(scratch, users);
  const [ours, alone]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const batches = Array.from({ length: perRound / users }, answers);
    const verifyAll = async () => {
      for (const batch of batches) await Promise.all(batch.map((one) => expectVerified(dependencies, one)));
    };
    ours.push(await perSecond(perRound, verifyAll));
    alone.push(await signaturesAlone());
  }
  await scratch.close();
  return [
    line("WebAuthn verifications, recorded", figure(ours), "/s"),
    line("  ES256 signatures alone", figure(alone), "/s"),
    line("  ratio", ratios(ours, alone), ""),
  ];
}
