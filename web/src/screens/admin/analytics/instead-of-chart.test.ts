import { expect, it } from "vitest";
import { insteadOfChart } from "./instead-of-chart.ts";

const series = ["Sign-ins", "Sign-ups"].map((name) => ({ name }));
const point = (day: string, signIns: number, signUps: number) => ({ day, "Sign-ins": signIns, "Sign-ups": signUps });
const words = (points: ReturnType<typeof point>[], period: "day" | "week" = "day") =>
  insteadOfChart({ points, series, period, nothing: "No sign-ins in these days" });
const none = point("2026-11-22", 0, 0);

it("U9 says in words what one point has, and shows two in a chart", () => {
  const one = point("2026-11-23", 1200, 0);
  const onTheDay = { title: "Sign-ins: 1,200", text: "On 23 Nov 2026 alone. A chart needs two days." };
  expect(words([none, one])).toEqual(onTheDay);
  expect(words([one])).toEqual(onTheDay);
  expect(words([none, point("2026-11-23", 3, 2)], "week")).toEqual({
    title: "Sign-ins: 3, Sign-ups: 2",
    text: "In the week from 23 Nov 2026 alone. A chart needs two weeks.",
  });
  expect(words([point("2026-11-22", 0, 1), one])).toBeNull();
});

it("says that nothing happened where nothing did", () => {
  expect(words([none])).toEqual({ title: "No sign-ins in these days", text: "Choose a longer range." });
});
