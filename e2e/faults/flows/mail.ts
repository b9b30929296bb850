import { newPerson } from "../../http/client.ts";
import { command, ofMember, registration, stepUp, verification } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { emailRequest } from "./other-names.ts";

const requests = {
  test: {
    call: "POST /api/admin/mail/test",
    comesTo: ["MailTestRequested"],
    appends: ["mailTest MailTestRequested", "mailTest MailTestFinished"],
  },
  verification: { call: "POST /api/auth/resend-verification", comesTo: ["VerificationRequested"] },
  recognition: { call: "GET /api/auth/verify-email", comesTo: ["RegistrantRecognized"] },
  emailRequest,
  emailCancelling: { call: "DELETE /api/user/email-change", comesTo: ["EmailChangeCancelled"] },
} as const satisfies Record<string, Request>;

/**
 * An admin tests the mail settings; someone asks for an email again, a link scanner opens a link before its owner, and someone takes back a
 * change of the address.
 */
export const mail: Flow = {
  requests,
  async run(visitor, { admin, does, linkTo }) {
    await does(stepUp(admin));
    await does(ofMember(admin, requests.test));
    const person = newPerson();
    const { email } = person;
    await does(registration(person));
    // Another email replaces one that was not sent yet.
    await linkTo(email, "verify-email", "Verify");
    await does(command(requests.verification, { body: { email } }));
    // A link scanner opens the link first.
    const scanned = newPerson();
    await does(registration(scanned));
    const link = await linkTo(scanned.email, "verify-email", "Verify");
    await does({ ...verification(link), headers: { cookie: "" } });
    await does(command({ ...requests.recognition, call: verification(link).call }));
    const newEmail = newPerson().email;
    await does(ofMember(visitor, emailRequest, { body: { newEmail } }));
    await linkTo(newEmail, "confirm-email", "Confirm your new email address");
    await does(ofMember(visitor, requests.emailCancelling));
  },
};
