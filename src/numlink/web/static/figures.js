// The player's own figures, kept without a server: averages by grade, and a chart of times as multiples of par time.

import { capital } from "./api.js";
import { draw } from "./elements.js";
import { GRADES, clock, isFlawless, par, sizeOf } from "./reward.js";
import { t } from "./text.js";

/** The most boards in the chart, and the height of its bars: times above 2 * par are drawn as 2 * par. */
const [BARS, MOST] = [40, 2];

/** For each grade a line: how many boards were solved, the average and the best time, how many were flawless. */
export function averages(solved) {
  return GRADES.flatMap((grade) => {
    const alike = solved.filter((game) => game.grade === grade);
    if (!alike.length) return [];
    const times = alike.map(({ seconds }) => seconds);
    const average = Math.round(times.reduce((sum, time) => sum + time, 0) / times.length);
    const flawless = alike.filter(isFlawless).length;
    return [t("average", { grade: capital(t(grade)), count: alike.length, time: clock(average), best: clock(Math.min(...times)), flawless })];
  });
}

/** A chart of the boards solved last, the oldest first: the height of a bar is time / par.  Null for less than two. */
export function chart(solved) {
  const last = solved.filter((game) => par(game)).sort((one, other) => one.solved - other.solved).slice(-BARS);
  if (last.length < 2) return null;
  const picture = draw("svg", { class: "chart", viewBox: `0 0 ${BARS} 10`, role: "img" });
  const within = last.filter((game) => game.seconds <= par(game)).length;
  picture.setAttribute("aria-label", t("chart", { count: last.length, within }));
  last.forEach((game, at) => {
    const share = Math.min(MOST, game.seconds / par(game));
    const height = Math.max(0.2, (10 * share) / MOST);
    const bar = draw("rect", { x: at + 0.15, y: 10 - height, width: 0.7, height, class: share > 1 ? "over" : "" });
    const title = draw("title", {});
    title.textContent = `${sizeOf(game.code)} ${t(game.grade)} · ${clock(game.seconds)} · ${t("par", { time: clock(par(game)) })}`;
    bar.append(title);
    picture.append(bar);
  });
  picture.append(draw("path", { d: `M0 5H${BARS}` }));
  return picture;
}
