import { Lock } from "lucide-react";
import { Alert } from "../../parts/alert.tsx";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { calendarDate } from "../../parts/moments.ts";
import { Seal } from "../../parts/seal.tsx";

interface Asking {
  name: string;
  logoUrl: string | null;
}

/** The application's logo beside our own. */
export const BothMarks = ({ application: { name, logoUrl } }: { application: Asking }) => (
  <div className="mb-3 flex items-center gap-3">
    <ApplicationLogo name={name} logoUrl={logoUrl} size="large" />
    <Dots />
    <Seal className="size-12" />
  </div>
);

const Dots = () => (
  <span aria-hidden="true" className="flex items-center gap-2 text-subtle">
    <i className="w-5 border-t border-dashed border-line-strong" />
    <Lock className="size-3.5" />
    <i className="w-5 border-t border-dashed border-line-strong" />
  </span>
);

const newForMs = 7 * 24 * 3600 * 1000;
/** Nobody has known an application for long that was registered a few days ago. */
const isNew = (registeredAt: string): boolean => Date.now() - Date.parse(registeredAt) < newForMs;

/** A warning, with what to do, for an application that was registered a few days ago. */
export const NewApplication = ({ registeredAt, children }: { registeredAt: string; children: string }) =>
  isNew(registeredAt) && (
    <div className="mt-5">
      <Alert kind="warning">
        <p>
          This application was registered {calendarDate(new Date(registeredAt))} and is not known to us. {children}
        </p>
      </Alert>
    </div>
  );

type SelfDescribedProps = { name: string; clientHost: string | null; onlyOnDevice?: boolean };

/** Where an application describes itself: its name proves nothing. */
export const SelfDescribed = ({ name, clientHost, onlyOnDevice = false }: SelfDescribedProps) =>
  clientHost !== null && (
    <div className="mt-5">
      <Alert kind={onlyOnDevice ? "warning" : "plain"} title={`From ${clientHost}`}>
        <p>
          {name} describes itself at <b className="font-mono font-medium wrap-anywhere">{clientHost}</b>, which alone
          vouches for its name.
          {onlyOnDevice &&
            " It runs on your own device, where any program may call itself so: go on only if you have just started it."}
        </p>
      </Alert>
    </div>
  );
