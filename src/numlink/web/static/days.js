// Days as the dailies count them, by UTC, and the streak.

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** A day by its number from 1970 on, as 2026-11-22. */
export function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

export function today() {
  return dateOf(Math.floor(Date.now() / DAY));
}

/** On how many days a daily was solved, back from today as long as no two days in a row are without one; today is not over. */
export function streak(games) {
  const days = new Set(games.filter((game) => game.solved && game.daily).map((game) => game.daily));
  let count = 0;
  for (let day = Math.floor(Date.now() / DAY), missed = -1; missed < 2; day -= 1) {
    missed = days.has(dateOf(day)) ? 0 : missed + 1;
    if (!missed && days.has(dateOf(day))) count += 1;
  }
  return count;
}
