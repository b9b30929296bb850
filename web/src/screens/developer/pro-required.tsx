import { Crown } from "lucide-react";
import { Empty } from "../../parts/empty.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";

/** Says what a user without Pro needs for API keys, and who switches it on. */
export function ProRequired({ contactEmail }: { contactEmail: string | null }) {
  return (
    <Empty icon={<Crown />} title="Pro Required">
      API keys are part of Pro.{" "}
      {contactEmail === null ? (
        "Ask the people who run this service to have it switched on."
      ) : (
        <>
          Write to{" "}
          <a href={`mailto:${contactEmail}`} className={`${textLinkClass} wrap-anywhere`}>
            {contactEmail}
          </a>{" "}
          to have it switched on.
        </>
      )}
    </Empty>
  );
}
