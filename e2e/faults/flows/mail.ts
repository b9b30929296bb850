import { newPerson } from "../../http/client.ts";
import { command, ofMember, registration, stepUp, verification } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";

const requests = {
  test: {
    what: "a test of the mail settings",
    method: "POST",
    path: "/api/admin/mail/test",
    comesTo: ["MailTestRequested"],
    appends: ["mailTest MailTestRequested", "mailTest MailTestFinished"],
  },
  verification: {
    what: "another email that verifies an address",
    method: "POST",
    path: "/api/auth/resend-verification",
    comesTo: ["VerificationRequested"],
  },
  recognition: {
    what: "the link of a verified address, in the browser that registered",
    method: "GET",
    path: "/api/auth/verify-email",
    comesTo: ["RegistrantRecognized"],
  },
  emailRequest: {
    what: "a request for an address that is taken back",
    method: "PUT",
    path: "/api/user/email",
    comesTo: ["EmailChangeRequested", "EmailChangeAnnounced"],
    appends: ["user EmailChangeRequested,EmailChangeAnnounced"],
  },
  emailCancelling: {
    what: "the end of a request for another address",
    method: "DELETE",
    path: "/api/user/email-change",
    comesTo: ["EmailChangeCancelled"],
  },
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
    const { email, ...person } = newPerson();
    await does(registration({ ...person, email }, () => {}));
    // Another email replaces one that was not sent yet.
    await linkTo(email, "verify-email", "Verify");
    await does(command({ ...requests.verification, body: { email } }));
    // A link scanner opens the link first.
    const scanned = newPerson();
    await does(registration(scanned, () => {}));
    const link = await linkTo(scanned.email, "verify-email", "Verify");
    await does({ ...verification(link), headers: { cookie: "" } });
    const { path } = verification(link);
    await does(command({ ...requests.recognition, path }));
    const newEmail = newPerson().email;
    await does(ofMember(visitor, { ...requests.emailRequest, body: { newEmail } }));
    await linkTo(newEmail, "confirm-email", "Confirm your new email address");
    await does(ofMember(visitor, requests.emailCancelling));
  },
};
