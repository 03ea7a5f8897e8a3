// The screen My puzzles: the puzzles that were begun or solved, times by grade, and all games as one file.

import { streak } from "./daily.js";
import { button, icon, make } from "./elements.js";
import { titleOf } from "./packs.js";
import { actions, onClick, page } from "./page.js";
import { thumbnail } from "./picture.js";
import { player } from "./player.js";
import { strandsOf } from "./play.js";
import { clock, gradeAndSize, isFlawless, stars } from "./reward.js";
import { decode } from "./share.js";
import { exportAll, importAll, keptGames, removeGame } from "./store.js";
import { nameOf, t } from "./text.js";

onClick({ "mine-save": () => download("numlink-games.json", exportAll()) });
page["mine-file"].addEventListener("change", () => takeIn(page["mine-file"].files[0]));

export function showMine() {
  const games = keptGames().filter((game) => game.lesson === undefined);
  const solved = games.filter((game) => game.solved);
  page["mine-stats"].textContent = t("stats", { solved: solved.length, streak: streak(solved) });
  page["mine-averages"].replaceChildren(...averages(solved).map((line) => make("li", line)));
  page["mine-times"].hidden = !solved.length;
  const list = games.filter((game) => game.moves.length || game.solved || game.imported);
  page["mine-list"].replaceChildren(...list.map(row));
  page["mine-empty"].hidden = list.length > 0;
}

function row(game) {
  const puzzle = decode(game.code);
  const done = game.revealed?.length ? t("revealedone") : t("begun", { complete: game.complete, pairs: game.pairs });
  const how = game.solved ? `✓ ${t("solvedin", { time: clock(game.seconds) })}` : done;
  const seed = game.seed === undefined ? "" : nameOf(game);
  const rules = game.code.split(".")[1];
  const about = [titleOf(game), game.name || game.daily ? gradeAndSize(game) : seed, rules === "cover" ? "" : t(rules)];
  const count = stars(game, game);
  const words = [make("span", about.filter(Boolean).join(" · ")), make("span", `${how}${count ? ` ${"★".repeat(count)}` : ""}`, "quiet")];
  const item = make("li");
  const bin = { className: "plain", ariaLabel: `${t("delete")}: ${about[0]}` };
  item.append(
    button("", () => actions.openCode(game.code), {}, puzzle ? thumbnail(puzzle, strandsOf(puzzle, game.moves)) : "", ...words),
    button("", () => remove(game.code, item), bin, icon("bin")),
  );
  return item;
}

/** Delete a game; its row offers to restore it until the screen is shown again. */
function remove(code, item) {
  const parts = [...item.children];
  const back = removeGame(code);
  player.forget(code);
  const undo = button(t("undo"), () => {
    back();
    item.replaceChildren(...parts);
    item.querySelector("button").focus();
  });
  item.replaceChildren(make("span", t("deleted"), "quiet"), undo);
  undo.focus();
}

async function takeIn(file) {
  let words = t("badfile");
  try {
    words = t("loaded", { count: importAll(await file.text()) });
    player.catchUp();
    showMine();
  } catch {
    // `words` already says that the file cannot be read
  }
  page["mine-stats"].textContent = words;
  page["mine-file"].value = "";
}

/** A line for each grade and size: how many boards were solved, the average and best time, how many were flawless. */
function averages(solved) {
  const alike = Object.groupBy(solved, (game) => gradeAndSize(game));
  return Object.entries(alike).sort().map(([what, games]) => {
    const times = games.map(({ seconds }) => seconds);
    const average = Math.round(times.reduce((sum, time) => sum + time, 0) / times.length);
    const flawless = games.filter(isFlawless).length;
    return t("average", { what, count: games.length, time: clock(average), best: clock(Math.min(...times)), flawless });
  });
}

/** Let the browser save a text as a file. */
export function download(name, text) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
