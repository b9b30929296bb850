import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { written } from "../start-in-process.ts";
import { redirectUri } from "./applications.ts";
import { type Answered, call, newPerson, register, signIn } from "./client.ts";
import type { Parties } from "./grants.ts";

interface CommandSide {
  url: string;
  service: ScratchService;
  log: EventLog;
}

/** At a command side alone, which has no dev inbox to verify an address by. The user is the application's developer. */
export async function commandSideParties({ url, service, log }: CommandSide): Promise<Parties> {
  const person = newPerson();
  const { user } = await register(url, person);
  const { happened } = written({ log, sealing: service.sealing, now: () => new Date() });
  const verified = { type: "EmailVerified", data: { userId: user.id, sameBrowser: true } } as const;
  await happened(userStream(user.id), verified, { person: user.id });
  const token = await signIn(url, person);
  await succeeds(call(url, "POST /api/user/enable-developer", { token }));
  const body = { name: "Ledgerline", redirectUris: [redirectUri] };
  const registered = await succeeds(call(url, "POST /api/developer/applications", { token, body }));
  const developer = { ...person, id: user.id, token };
  return { url, user: developer, application: { ...registered.body.application, developer } };
}

export async function succeeds(answer: Promise<Answered>): Promise<Answered> {
  const answered = await answer;
  if (answered.status >= 300) throw new Error(`answered ${answered.status}: ${JSON.stringify(answered.body)}`);
  return answered;
}
