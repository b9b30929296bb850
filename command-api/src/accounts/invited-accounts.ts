import {
  type InvitationBudget,
  invitationBudget,
  isCountedAt,
  isLapseCountedAt,
} from "@attestory/events/invitation-budget.ts";
import type { InvitedAccountEvent } from "@attestory/events/joining-events.ts";
import { z } from "zod";
import type { Decider, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

const account = z.strictObject({ id: z.uuid(), at: z.int() });
type InvitedAccount = z.infer<typeof account>;
const stored = z.strictObject({
  userId: z.uuid(),
  counted: z.array(account).readonly(),
  lapsed: z.array(account).readonly(),
});

/** The accounts that one user's API keys created in the last 24 hours, and those that lapsed in the last 30 days. Oldest first. */
export type InvitedAccounts = OfUser<typeof stored>;

/** Programs create accounts every day, and all of them count for a month if they lapse. */
const snapshot: SnapshotForm<InvitedAccounts> = snapshotForm("invitedAccounts@548cdba9", stored);

export type CountInvitedAccount =
  | { type: "count"; userId: string; accountId: string; perDay: number; now: Date }
  | { type: "lapse"; userId: string; accountId: string };

/** Counts the accounts that the API keys of one user create. Refuses as `used-up` while as many were as may be in 24 hours. */
export const invitedAccounts: Decider<InvitedAccounts, CountInvitedAccount, InvitedAccountEvent, "used-up"> =
  defineDecider({
    initial: { userId: null, counted: [], lapsed: [] },

    decide: {
      count(state, { userId, accountId, perDay, now }) {
        // An interrupted creation continues.
        if (holds(state.counted, accountId)) return [];
        const { resumesAt } = budgetOf(state, perDay, now);
        return resumesAt === null
          ? [{ type: "InvitedAccountCounted", data: { userId, accountId } }]
          : { refused: "used-up" };
      },
      lapse: ({ lapsed }, { userId, accountId }) =>
        holds(lapsed, accountId) ? [] : [{ type: "InvitedAccountLapsed", data: { userId, accountId } }],
    },

    evolve: {
      InvitedAccountCounted: (state, { recordedAt, data: { userId, accountId } }) => ({
        ...state,
        userId,
        counted: [...state.counted.filter(({ at }) => isCountedAt(at, recordedAt)), accountAt(accountId, recordedAt)],
      }),
      InvitedAccountLapsed: (state, { recordedAt, data: { userId, accountId } }) => ({
        ...state,
        userId,
        lapsed: [
          ...state.lapsed.filter(({ at }) => isLapseCountedAt(at, recordedAt)),
          accountAt(accountId, recordedAt),
        ],
      }),
    },

    snapshot,
  });

const accountAt = (id: string, at: Date): InvitedAccount => ({ id, at: at.getTime() });

export const budgetOf = ({ counted, lapsed }: InvitedAccounts, perDay: number, now: Date): InvitationBudget =>
  invitationBudget({ counted: timesOf(counted), lapsed: timesOf(lapsed) }, perDay, now);

const timesOf = (accounts: readonly InvitedAccount[]) => accounts.map(({ at }) => at);

const holds = (accounts: readonly InvitedAccount[], accountId: string): boolean =>
  accounts.some(({ id }) => id === accountId);
