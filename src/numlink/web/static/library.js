// The screen of one's own puzzles: the puzzles that were begun or solved, times by grade, and all games as one file.

import { streak } from "./daily.js";
import { button, icon, make } from "./elements.js";
import { pictureOf } from "./home.js";
import { clock, gradeAndSize, isFlawless, stars, titleOf } from "./reward.js";
import { exportAll, importAll, keptGames, removeGame } from "./store.js";
import { nameOf, t } from "./text.js";

export class Library {
  /** `open(code)` plays a kept puzzle; `packs` (packs.js) names levels; `changed()` is called when games
   * were taken in, `removed(code)` when one was deleted. */
  constructor(page, { open, packs, changed, removed }) {
    this.page = page;
    this.open = open;
    this.packs = packs;
    this.changed = changed;
    this.removed = removed;
    page["mine-save"].addEventListener("click", () => download("numlink-games.json", exportAll()));
    page["mine-file"].addEventListener("change", () => this.takeIn(page["mine-file"].files[0]));
  }

  show() {
    const games = keptGames().filter((game) => game.lesson === undefined);
    const solved = games.filter((game) => game.solved);
    const { page } = this;
    page["mine-stats"].textContent = t("stats", { solved: solved.length, streak: streak(solved) });
    page["mine-averages"].replaceChildren(...averages(solved).map((line) => make("li", line)));
    page["mine-times"].hidden = !solved.length;
    const list = games.filter((game) => game.moves.length || game.solved || game.imported);
    page["mine-list"].replaceChildren(...list.map((game) => this.row(game)));
    page["mine-empty"].hidden = list.length > 0;
  }

  row(game) {
    const [, rules] = game.code.split(".");
    const done = game.revealed?.length ? t("revealedone") : t("begun", { complete: game.complete, pairs: game.pairs });
    const how = game.solved ? `✓ ${t("solvedin", { time: clock(game.seconds) })}` : done;
    const about = [titleOf(game, this.packs), game.name || game.daily ? gradeAndSize(game) : game.seed === undefined ? "" : nameOf(game), rules === "cover" ? "" : t(rules)];
    const count = stars(game, game);
    const words = [make("span", about.filter(Boolean).join(" · ")), make("span", `${how}${count ? ` ${"★".repeat(count)}` : ""}`, "quiet")];
    const item = make("li");
    const bin = { className: "plain", ariaLabel: `${t("delete")}: ${about[0]}` };
    item.append(
      button("", () => this.open(game.code), {}, pictureOf(game.code) ?? "", ...words),
      button("", () => this.remove(game.code, item), bin, icon("bin")),
    );
    return item;
  }

  /** Delete a game; its row offers to bring it back until the screen is shown anew. */
  remove(code, item) {
    const parts = [...item.children];
    const back = removeGame(code);
    this.removed(code);
    const undo = button(t("undo"), () => {
      back();
      item.replaceChildren(...parts);
      item.querySelector("button").focus();
    });
    item.replaceChildren(make("span", t("deleted"), "quiet"), undo);
    undo.focus();
  }

  async takeIn(file) {
    let words = t("badfile");
    try {
      words = t("loaded", { count: importAll(await file.text()) });
      this.changed();
      this.show();
    } catch {
      // `words` says that the file cannot be read
    }
    this.page["mine-stats"].textContent = words;
    this.page["mine-file"].value = "";
  }
}

/** For each grade and size a line: how many boards were solved, the average and the best time, how many were flawless. */
function averages(solved) {
  const alike = Object.groupBy(solved, (game) => gradeAndSize(game));
  return Object.entries(alike).sort().map(([what, games]) => {
    const times = games.map(({ seconds }) => seconds);
    const average = Math.round(times.reduce((sum, time) => sum + time, 0) / times.length);
    const flawless = games.filter(isFlawless).length;
    return t("average", { what, count: games.length, time: clock(average), best: clock(Math.min(...times)), flawless });
  });
}

/** Have the browser save a text as a file. */
export function download(name, text) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
