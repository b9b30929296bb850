import type { TrustedDevice } from "@attestory/query-api/second-factors/schema.ts";
import { useRead } from "../../api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Row } from "../../parts/card.tsx";
import { calendarDate } from "../../parts/moments.ts";
import { ReadProblem } from "../../read-problem.tsx";
import { deviceIcon } from "./device-icon.ts";

/** Read each time the dialog opens, after the sessions. */
export const useTrustedDevices = (isDue: boolean) =>
  useRead("trustedDevices", isDue ? ["/api/user/trusted-devices"] : null, { revalidateOnMount: true });

type TrustedDevicesProps = {
  answer: ReturnType<typeof useTrustedDevices>;
  onRevoke: (device: TrustedDevice) => void;
};

/** The browsers that are not asked for a second factor; nothing if there are none, as with most accounts. */
export function TrustedDevices({ answer: { data = [], error, mutate }, onRevoke }: TrustedDevicesProps) {
  if (error) {
    const retry = () => void mutate().catch(() => undefined);
    return <ReadProblem title="Your trusted browsers could not be loaded" error={error} onRetry={retry} />;
  }
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="trusted-devices" className="border-t border-line">
      <h3 id="trusted-devices" className="px-4 pt-4 text-sm font-medium text-muted sm:px-6">
        Trusted browsers
      </h3>
      <div>
        {data.map((device) => (
          <TrustedRow key={device.id} device={device} onRevoke={onRevoke} />
        ))}
      </div>
    </section>
  );
}

function TrustedRow({
  device: trusted,
  onRevoke,
}: {
  device: TrustedDevice;
  onRevoke: (device: TrustedDevice) => void;
}) {
  const { device, isCurrent, location, endsAt } = trusted;
  const Icon = deviceIcon(device);
  return (
    <Row
      icon={<Icon />}
      title={device}
      badge={isCurrent && <Badge look="accent">This browser</Badge>}
      action={
        <Button size="small" aria-label={`Revoke the trust in ${device}`} onClick={() => onRevoke(trusted)}>
          Revoke
        </Button>
      }
    >
      <span className="font-mono text-[0.93em] wrap-anywhere">{location ?? "unknown network"}</span> · not asked for a
      second factor until {calendarDate(new Date(endsAt))}
    </Row>
  );
}
