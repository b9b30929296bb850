import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import { consumeAll, type RateLimiter, refundAll } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { isRefused, type Refused } from "../handling/decider.ts";

const hour = 3600;
const perNetworkAndHour = { limit: 30, seconds: hour };

/** Refusals decided before the address or username is looked up. */
const decidedBeforeLookup = new Set([
  "invalid-email",
  "username-reserved",
  "known-password",
  "busy",
  "sign-up-closed",
  "invitation-required",
  "domain-not-allowed",
  "invitations-used-up",
]);

/** The address an email is requested for, as a digest (`accountKey`), and the network of the request (`networkOf`). */
export interface EmailRequest {
  address: string;
  network: string;
}

/** Limits on the emails that strangers can trigger and the accounts they can create. */
export interface MailLimits {
  /**
   * Runs `register` unless a limit is reached. A refusal counts for the address and the network, unless it was decided before the
   * address was looked up. It never counts as an email. `network`: null for a program, as the writes of its account are limited.
   */
  registration<Outcome extends object>(
    asked: { address: string; network: string | null },
    register: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Whether one more email may be requested. Does not reveal whether the address has an account. */
  mayAsk(asked: EmailRequest): Promise<boolean>;
  /** The same for a caller who may learn how long to wait; null if the email may be requested, also as far as the limit on all emails. */
  waitToAsk(asked: EmailRequest): Promise<TooManyAttempts | null>;
  /** Consumes one from the limit on all emails; false if none is left. */
  maySend(): Promise<boolean>;
  /** The same for emails with an unlock link. Registrations cannot use it up, so they cannot keep an owner locked out. */
  maySendUnlock(): Promise<boolean>;
  /** Whether an email may report a sign-in in a new browser: one an hour for each network. Its sign-in is not refused. */
  maySendNewDevice(asked: { userId: string; network: string }): Promise<boolean>;
  /** Runs what an admin does for an account, and what sends an email to it, unless the admin did too much of it. */
  ofCare<Outcome extends object>(
    asked: { adminId: string; userId: string },
    change: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Runs an admin's request for the email of an invitation, unless there were too many. A refused request does not count. */
  ofInvitation<Outcome extends object>(
    adminId: string,
    request: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Runs the request for an email with a code, unless there were too many for the account. A refused request does not count. */
  ofCode<Outcome extends object>(userId: string, request: () => Promise<Outcome>): Promise<Outcome | TooManyAttempts>;
  /**
   * Runs a change that a signed-in user makes and that is followed by an email to them, unless there were too many. The change is
   * refused rather than its email: nobody may change an account without its owner being told. A refused change does not count.
   */
  ofAccount<Outcome extends object>(userId: string, change: () => Promise<Outcome>): Promise<Outcome | TooManyAttempts>;
  /** The same for a session that secures its account. Other sessions cannot use it up, so they cannot keep the owner from it. */
  ofSecuring<Outcome extends object>(
    sessionId: string,
    change: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
}

export function createMailLimits(rateLimiter: RateLimiter): MailLimits {
  const perMinute = rateLimiter.window("letters to an address a minute", 1, 60);
  const perHour = rateLimiter.window("letters to an address an hour", 5, hour);
  const perNetwork = windowPerNetwork(rateLimiter, "letters from a network", perNetworkAndHour);
  const registrationsOfAddress = rateLimiter.window("registrations of an address", 5, hour);
  const registrationsOfNetwork = windowPerNetwork(rateLimiter, "registrations from a network", perNetworkAndHour);
  const changesOfAccount = rateLimiter.window("letters about an account's changes", 10, hour);
  const securingsOfSession = rateLimiter.window("emails about accounts that a session secured", 5, hour);
  const newDevices = rateLimiter.window("emails about new devices in a network", 1, hour);
  const newDevicesOfAccount = rateLimiter.window("emails about an account's new devices", 20, 24 * hour);
  const codesOfAccount = rateLimiter.window("emails with codes to a user", 5, hour);
  const codesInAll = rateLimiter.window("emails with codes in all", 10_000, hour);
  const invitationsOfAdmin = rateLimiter.window("emails with an admin's invitations", 100, hour);
  const caresOfAdmin = rateLimiter.window("emails of an admin to an account", 10, hour);
  const inAll = rateLimiter.window("letters in all", 10_000, hour);
  const unlocksInAll = rateLimiter.window("unlock emails in all", 10_000, hour);

  const requestOf = ({ address, network }: EmailRequest) =>
    [
      [perMinute, address],
      [perHour, address],
      [perNetwork, network],
    ] as const;

  return {
    async registration({ address, network }, register) {
      const attempt: Charges = [
        [registrationsOfAddress, address],
        ...(network === null ? [] : [[registrationsOfNetwork, network] as const]),
      ];
      const email = [inAll, "all"] as const;
      const consumption = await consumeAll([...attempt, email]);
      if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
      const outcome = await register().catch(async (error) => {
        await refundAll([...attempt, email]);
        throw error;
      });
      if (!isRefused(outcome)) {
        // The registration's own email counts against the address's limits for requested emails.
        await Promise.all([perMinute.consume(address), perHour.consume(address)]);
        return outcome;
      }
      // A refused registration sends no email.
      const isFree = decidedBeforeLookup.has((outcome as Refused).refused);
      await refundAll(isFree ? [...attempt, email] : [email]);
      return outcome;
    },
    mayAsk: async (asked) => "consumed" in (await consumeAll(requestOf(asked))),
    async waitToAsk(asked) {
      const consumption = await consumeAll([...requestOf(asked), [inAll, "all"]]);
      return "waitSeconds" in consumption ? { refused: "too-many-attempts", ...consumption } : null;
    },
    async maySend() {
      return "consumed" in (await inAll.consume("all"));
    },
    async maySendUnlock() {
      return "consumed" in (await unlocksInAll.consume("all"));
    },
    async maySendNewDevice({ userId, network }) {
      const consumption = await consumeAll([
        [newDevices, `${userId} ${network}`],
        [newDevicesOfAccount, userId],
      ]);
      return "consumed" in consumption;
    },
    ofInvitation: (adminId, request) =>
      counted(
        [
          [invitationsOfAdmin, adminId],
          [inAll, "all"],
        ],
        request,
      ),
    ofCare: ({ adminId, userId }, change) => counted([[caresOfAdmin, `${adminId} ${userId}`]], change),
    ofCode: (userId, request) =>
      counted(
        [
          [codesOfAccount, userId],
          [codesInAll, "all"],
        ],
        request,
      ),
    ofAccount: (userId, change) => counted([[changesOfAccount, userId]], change),
    ofSecuring: (sessionId, change) => counted([[securingsOfSession, sessionId]], change),
  };
}

type Charges = Parameters<typeof consumeAll>[0];

/** Runs a request unless a limit is reached. One that is refused or fails does not count. */
async function counted<Outcome extends object>(
  charges: Charges,
  request: () => Promise<Outcome>,
): Promise<Outcome | TooManyAttempts> {
  const consumption = await consumeAll(charges);
  if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
  const outcome = await request().catch(async (error) => {
    await refundAll(charges);
    throw error;
  });
  if (isRefused(outcome)) await refundAll(charges);
  return outcome;
}
