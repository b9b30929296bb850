const dayMs = 86_400_000;
const first = Date.parse("2026-09-01");
const [notes, wiki] = ["5f0c7e1e-52a5-4f4e-8a8e-0d4c0c4f6a01", "6f0c7e1e-52a5-4f4e-8a8e-0d4c0c4f6a02"];

const dayAt = (number: number) => new Date(first + number * dayMs).toISOString().slice(0, 10);

/** A day of a service that grows and rests at weekends; `scale` 0 for one that nobody uses. */
function day(number: number, scale: number) {
  const rests = [5, 6].includes((number + 700) % 7) ? 0.6 : 1;
  const busy = (figure: number) => Math.round(figure * rests * scale * (1 + number / 200));
  return {
    day: dayAt(number),
    signUps: busy(120),
    signIns: busy(2600),
    activeUsers: busy(2300),
    failures: {
      "wrong-password": busy(20),
      "wrong-password-step-up": busy(3),
      "wrong-password-change": busy(1),
      "wrong-code": busy(12),
      "wrong-email-code": busy(4),
      "copied-key": number === 20 ? scale : 0,
      "attempts-locked": number === 40 ? busy(60) : busy(4),
      "codes-locked": busy(2),
    },
    twoFactor: { users: (400 + number * 3) * scale, accounts: (900 + number * 2) * scale },
    applications:
      scale === 0
        ? []
        : [
            { id: notes, tokens: busy(600), consents: busy(15) },
            { id: wiki, tokens: busy(250), consents: busy(8) },
          ],
  };
}

/** Where the last so many days begin, today included. */
export const untilToday = (days: number) => ({ start: Math.floor((Date.now() - first) / dayMs) + 1 - days });

/** The first day is a Tuesday. */
const mondayBefore = (number: number) => number - ((((number + 1) % 7) + 7) % 7);

/** The answer for so many days from the `start`, counted from 1 September. */
export const figures = (days: number, { scale = 1, start = 0 } = {}) => ({
  from: dayAt(start),
  to: dayAt(start + days - 1),
  days: Array.from({ length: days }, (_, number) => day(start + number, scale)),
  // The first week begins up to six days before.
  weeks: Array.from({ length: Math.ceil(days / 7) + 1 }, (_, number) => ({
    week: `2026-W${36 + number}`,
    starts: dayAt(mondayBefore(start) + number * 7),
    activeUsers: 5200 * scale,
  })),
  months: [...new Set([...Array(days).keys()].map((number) => dayAt(start + number).slice(0, 7)))].map((month) => ({
    month,
    starts: `${month}-01`,
    activeUsers: 8300 * scale,
  })),
  applications:
    scale === 0
      ? []
      : [
          { id: notes, name: "Sample Notes" },
          { id: wiki, name: null },
        ],
});
