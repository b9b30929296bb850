import { TextLink } from "./text-link.tsx";

/** Where the email is, while no mail server takes it. The server knows, and shows the strip of the page (`index.html`). */
export const InDevInbox = () =>
  document.querySelector("[data-dev-inbox]:not([hidden])") && (
    <p>
      There is no mail server, so the email is in the <TextLink href="/dev/inbox">inbox</TextLink>.
    </p>
  );
