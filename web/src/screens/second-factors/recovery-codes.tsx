import { Check, Copy, Download, Printer } from "lucide-react";
import { createPortal } from "react-dom";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { useCopied } from "../../parts/copied.ts";

type RecoveryCodesProps = {
  /** What the codes stand in for. */
  factor?: "phone" | "key";
  codes: readonly string[];
  email: string;
  /** Called when the user says that the codes are saved, or takes that back. */
  onSaved: (isSaved: boolean) => void;
};

/** The codes, with buttons that copy, download and print them. */
export function RecoveryCodes({ factor = "phone", codes, email, onSaved }: RecoveryCodesProps) {
  const { copied, copy } = useCopied(codes.join("\n"));
  const CopyMark = copied ? Check : Copy;
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className="font-semibold">
        Save your recovery codes
      </h2>
      <p className="text-sm text-muted">
        Each opens your account once, should you lose your {factor}. We cannot show them again.
      </p>
      <ul className="my-3 rounded-md border border-line bg-sunken px-2 py-3 text-center font-mono text-sm leading-6">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-3 gap-2">
        <Button size="small" onClick={copy}>
          <CopyMark aria-hidden="true" className="size-3.5" />
          <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        </Button>
        <Button size="small" onClick={() => download(textOf(codes, email))}>
          <Download aria-hidden="true" className="size-3.5" />
          Download
        </Button>
        <Button size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-3.5" />
          Print
        </Button>
      </div>
      <div className="mt-3">
        <Checkbox label="I have saved these codes" onChange={(event) => onSaved(event.target.checked)} />
      </div>
      {createPortal(<pre className="printout">{textOf(codes, email)}</pre>, document.body)}
    </section>
  );
}

const textOf = (codes: readonly string[], email: string) =>
  [`Recovery codes of ${email}`, location.origin, "", ...codes, "", "Each code works once.", ""].join("\n");

function download(text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = "attestory-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
