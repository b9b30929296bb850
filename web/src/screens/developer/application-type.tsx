import type { Application } from "@attestory/http/routing/application-schema.ts";
import { RadioCards } from "../../parts/radio-cards.tsx";

export type Kind = Application["type"];

const kinds: readonly { value: Kind; name: string; about: string }[] = [
  { value: "confidential", name: "Confidential", about: "Runs on a server, which keeps a client secret." },
  { value: "public", name: "Public", about: "Runs in a browser or on a device. It has no secret and uses PKCE." },
];

/** Whether the application can keep a secret. It cannot be changed later. */
export const ApplicationType = ({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) => (
  <RadioCards legend="Type" name="type" options={kinds} chosen={kind} onChange={onChange} />
);
