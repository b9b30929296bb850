import type { SignUpMode } from "@attestory/command-api/joining/schema.ts";
import { RadioCards } from "../../../parts/radio-cards.tsx";

const modes: readonly { value: SignUpMode; name: string; about: string }[] = [
  { value: "open", name: "Anyone", about: "Everyone with an email address can register." },
  { value: "only-domains", name: "Addresses of some domains", about: "And those whom you invite." },
  { value: "not-domains", name: "All but addresses of some domains", about: "These domains join only by invitation." },
  { value: "invitation", name: "By invitation", about: "Only with a link that an admin has made." },
  { value: "closed", name: "Nobody", about: "Sign-up is closed. Invitations wait until you open it again." },
];

/** Who may join. */
export const Modes = ({ mode, onChange }: { mode: SignUpMode; onChange: (mode: SignUpMode) => void }) => (
  <RadioCards legend="Who may create an account?" name="mode" options={modes} chosen={mode} onChange={onChange} />
);
