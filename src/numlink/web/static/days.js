// The days of daily puzzles, which begin at 0:00 UTC, and the streak.

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** A day, given as the number of days since 1970-01-01, as text like 2026-11-22. */
export function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

export function today() {
  return dateOf(Math.floor(Date.now() / DAY));
}

/** On how many days a daily was solved, counted back from today until two days in a row have none; today is not counted
 * as missed, because it is not over. */
export function streak(games) {
  const days = new Set(games.filter((game) => game.solved && game.daily).map((game) => game.daily));
  let count = 0;
  for (let day = Math.floor(Date.now() / DAY), missed = -1; missed < 2; day -= 1) {
    missed = days.has(dateOf(day)) ? 0 : missed + 1;
    if (!missed && days.has(dateOf(day))) count += 1;
  }
  return count;
}
