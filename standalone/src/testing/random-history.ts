import { randomUUID } from "node:crypto";
import { user } from "@attestory/command-api/accounts/user.ts";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import { hardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys.ts";
import type { HardwareKeysCommand } from "@attestory/command-api/hardware-keys/hardware-keys-command.ts";
import { secondFactors } from "@attestory/command-api/second-factors/second-factors.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/second-factors-command.ts";
import { type SessionCommand, session } from "@attestory/command-api/sessions/session.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  backupsStream,
  hardwareKeysStream,
  mailStream,
  type StreamName,
  secondFactorsStream,
  sessionStream,
  userStream,
} from "@attestory/events/envelope.ts";
import type { Action, ActionKind } from "./random-actions.ts";
import { sessionCommands, userCommands } from "./random-commands.ts";
import { hardwareKeyCommands, secondFactorCommands } from "./random-factor-commands.ts";
import type { Fields } from "./random-fields.ts";
import { createJoiningActors } from "./random-joining-history.ts";
import { createOAuthActors } from "./random-oauth-history.ts";
import { createRandomStreams, type Fact } from "./random-streams.ts";

const threeIds = () => [randomUUID(), randomUUID(), randomUUID()] as const;

/**
 * Three users whose actions go through the deciders, so that only possible histories are generated. Each owns an application.
 * `versions`: those of the streams that every history shares.
 */
export function createActors(versions: ReadonlyMap<StreamName, number>) {
  const people = threeIds();
  const devices = threeIds();
  const applications = threeIds();
  const invitations = threeIds();
  const mailTests = threeIds();
  const streams = createRandomStreams(new Map(versions));
  const users = streams.decidedBy(user);
  const sessions = streams.decidedBy(session);
  const factors = streams.decidedBy(secondFactors);
  const keys = streams.decidedBy(hardwareKeys);
  const oauth = createOAuthActors(streams);
  const joining = createJoiningActors(streams);

  const fieldsOf = ({ who, where, text, flag }: Action): Fields => {
    const userId = people[who] ?? people[0];
    const state = users.state(userStream(userId));
    return {
      userId,
      ownerId: people[where] ?? people[0],
      sessionId: devices[where] ?? devices[0],
      applicationId: applications[where] ?? applications[0],
      invitationId: invitations[where] ?? invitations[0],
      mailTestId: mailTests[where] ?? mailTests[0],
      registered: state.status === "registered" ? state : null,
      factors: factors.state(secondFactorsStream(userId)),
      keys: keys.state(hardwareKeysStream(userId)),
      username: `u-${who}`,
      text,
      flag,
      now: streams.now(),
    };
  };
  const emailSent = ({ sessionId }: Fields): Fact[] => {
    const data = { causeId: sessionId, causeStream: "user", causeVersion: 1, letter: "x" };
    return streams.record(mailStream(randomUUID()), null, { type: "LetterSent", data });
  };
  /** All that may become of it: its document is that of every history, and has the newest of each. */
  const backupTaken = ({ flag }: Fields): Fact[] => {
    const [file, position] = ["attestory.sql", "1"];
    const taken = { file, position, bytes: 1, events: 1, keys: 1, isEncrypted: flag, ms: 1 };
    const proven = { file, position, events: 1, accounts: 1, applications: 0, consents: 0, ms: 1 };
    const events: AttestoryEvent[] = [
      { type: "BackupTaken", data: taken },
      { type: "BackupProven", data: proven },
      { type: "BackupFailed", data: { file, step: "proof", reason: "the file is not whole" } },
    ];
    return (flag ? events : events.toReversed()).flatMap((event) => streams.record(backupsStream, null, event));
  };
  const factsOf = (choice: ActionKind, fields: Fields): Fact[] => {
    const { userId, sessionId } = fields;
    switch (choice.kind) {
      case "user": {
        const command = { type: choice.type, ...userCommands[choice.type](fields) } as UserCommand;
        return users.decide(userStream(userId), userId, command);
      }
      case "session": {
        const command = { type: choice.type, ...sessionCommands[choice.type](fields) } as SessionCommand;
        return sessions.decide(sessionStream(sessionId), userId, command);
      }
      case "factors": {
        const command = { type: choice.type, ...secondFactorCommands[choice.type](fields) } as SecondFactorCommand;
        return factors.decide(secondFactorsStream(userId), userId, command);
      }
      case "keys": {
        const command = { type: choice.type, ...hardwareKeyCommands[choice.type](fields) } as HardwareKeysCommand;
        return keys.decide(hardwareKeysStream(userId), userId, command);
      }
      case "email sent":
        return emailSent(fields);
      case "backup taken":
        return backupTaken(fields);
      case "sign-up policy":
      case "invitation":
      case "invited account":
      case "mail test":
        return joining(choice, fields);
      default:
        return oauth(choice, fields);
    }
  };

  return {
    people,
    keys: [...people, ...devices, ...applications, ...invitations],
    perform(action: Action): Fact[] {
      streams.advance(action.seconds);
      return factsOf(action.kind, fieldsOf(action));
    },
  };
}
