// Every text of the page, by name, in the languages it speaks; {words} are filled in.

const EN = {
  new: "New", daily: "Daily", mine: "Mine", edit: "Edit", play: "Play", share: "Share", help: "Rules and keys", more: "More",
  undo: "Undo", redo: "Redo", hint: "Hint", why: "Why?", doit: "Do it", check: "Check", restart: "Restart", next: "Next",
  close: "Close", cancel: "Cancel", make: "Make it", pause: "Pause", paused: "Paused. Go on", toboard: "To the board",
  any: "any", easy: "easy", medium: "medium", hard: "hard", expert: "expert", extreme: "extreme", grade: "difficulty",
  width: "width", height: "height", rules: "rules", kind: "kind", seed: "seed", unique: "one solution", strict: "one, even with empty cells", classic: "lab program",
  cover: "fill every cell", "no-touch": "fill every cell, no path touches itself", free: "cells may stay empty", "free-no-touch": "cells may stay empty, no path touches itself",
  newtitle: "New puzzle", puzzle: "Puzzle", board: "Numberlink board, {height} rows, {width} columns, {pairs} pairs.",
  figures: "{complete}/{pairs} paths · {empty} empty", moves1: "1 move", moves: "{count} moves", hints1: "1 hint", hints: "{count} hints",
  begin: "Join every pair of equal numbers.", welcomeback: "Welcome back: your progress is here.", making: "Making a puzzle …", thinking: "Thinking …", fetching: "Fetching the puzzle of the day …",
  last: "This was the last puzzle of this file.", cleared: "Cleared. Undo brings it back.", undone: "Undone.", noundo: "Nothing to undo.", redone: "Played again.", noredo: "Nothing to redo.",
  erased: "Path {path} erased.", pencil: "Pencil down.", nopencil: "Put the pencil down on a number or on a path.",
  solved: "Solved in {time} with {moves}.", solvedhints: "Solved in {time} with {moves} and {hints}.", shown: "Revealed, not solved.", isolved: "It is solved.",
  empty1: "All joined, but 1 cell is still empty: every cell must be on a path.", empty: "All joined, but {count} cells are still empty: every cell must be on a path.", touches: "All joined, but path {path} touches itself.",
  look: "Look at the lit cells.", goes: "Path {path} goes on to {cell}: {why}.", cell: "row {row}, column {column}",
  takeback: "This cannot be completed. Take back path {path}: {count} cells.", takeback1: "This cannot be completed. Take back path {path}: 1 cell.",
  unsolvable: "This board has no solution.", fine: "So far so good: this drawing can be completed.", unknown: "This drawing is too hard to judge in the time allowed.",
  nolocal: "No hint without a server: this puzzle is not proven to have only one solution, so the stored one may not be yours.",
  revealed: "Revealed. Undo takes it back.", pointfirst: "Put the cursor on a number first: click it or use the arrow keys.", nostored: "Nothing to reveal: no solution is stored with this puzzle.",
  "only way out": "it has no other way out", corner: "a corner has only two sides", "dead end": "that cell is open on two sides only", "by trying": "tried out, no solution does without it", "a choice": "not forced, but one way to a solution", "the only solution": "the only solution has it",
  A1: "a cell on its way has no other link left", A2: "any other way would join different numbers", A3: "any other way would close a ring", A4: "any other way would end a path too early", A5: "every way left for it runs through here", A6: "any other way would strand a part of the board", A7: "the gaps around the lit cells must be used just so", A8: "the lit bottleneck has no place to spare", A9: "counting the cells like those of a chessboard leaves no other way", A10: "any other way would have to cross a path",
  N1: "three sides of a square would touch", N2: "any other way would touch itself", N3: "any other way would leave a spike", N4: "beside an end only one way keeps from touching", N5: "spikes would cross",
  damaged: "This link is damaged, so nothing was opened. Copy it whole and try again.", odd: "This board cannot be played: every number needs exactly two cells ({numbers}). Open it with Edit to mend it.",
  unreachable: "The server cannot be reached. The board still works.", noserver: "This file has no server behind it.",
  copied: "Link copied. It carries the whole puzzle.", copythis: "This link carries the whole puzzle:", resultcopied: "Result copied.", shareresult: "Share result",
  solid: "solid", number: "number {path}", path: "path {path}", emptycell: "empty",
  minetitle: "My puzzles", nothing: "Nothing yet. What you begin and solve is listed here; it stays in this browser.", solvedin: "solved in {time}", begun: "{complete} of {pairs} paths", revealedone: "revealed",
  stats: "{solved} solved · streak of dailies: {streak}", best: "Best times", dailies: "Dailies of the last four weeks", savefile: "Save all to a file", loadfile: "Load a file", loaded: "{count} puzzles taken in.", badfile: "This file holds no puzzles of numlink.", thisfile: "This file: {solved} of {count} solved", of: "{at} of {count}",
  letters: "Letters instead of numbers", clock: "Show the clock", sound: "Sound and vibration", theme: "Theme", auto: "as the system", light: "light", dark: "dark", language: "Language", revealpath: "Reveal the path under the cursor", revealall: "Reveal the whole solution", print: "Print", trial: "Try something out", keep: "Keep", drop: "Drop", trying: "Trying out: keep it or drop it as a whole.", kept: "Kept.", dropped: "Dropped.", learn: "Learn it on four boards",
  zoomin: "Larger", zoomout: "Smaller", player: "Player", puzzles: "Puzzles", movesgroup: "Moves", readpuzzle: "Puzzles found: {count}. All are under Mine.",
  lesson0: "Join equal numbers: drag from a 1 to the other 1, then from 2 to 2.", lesson1: "Here every cell must lie on a path. Take the long way round.", lesson2: "Here a path must not touch itself: no two of its cells side by side but those it joins.", lesson3: "Stuck? Press Hint: first it shows where to look, then why, then it draws.", lessondone: "That is all there is to know. Have fun!", lessonname: "Lesson {at} of 4",
  helptitle: "Rules", help1: "Join every pair of equal numbers with a path that goes from cell to cell, up, down, left or right. Paths never cross, never share a cell, and stay out of the grey, solid cells.", help2: "Above the board stands what else holds: whether every cell must lie on a path, and whether a path may run beside itself. Any drawing that keeps the rules wins.", helpdraw: "Drawing", help3: "Drag from a number or from the end of a path, with mouse or finger. Draw over another path to cut it, back along your own to take it back. A tap on a number shows its partner, and erases its path if there is one. The right mouse button takes a cell out.", helpkeys: "Keys", help4: "Arrows move, Space pencil down and up, Shift+arrow draws, Esc never mind, Delete erases a path, u undo, r redo, i hint, c check, t try out, n next.", helphints: "Hints", help5: "A hint is true whatever solution you head for. It shows where to look, then says why, then draws; or it says what to take back.", api: "The API of this server", keys: "Arrow keys move. Space puts the pencil down and lifts it. Shift and an arrow draws one cell. Delete erases the path. u undoes, r redoes, i gives a hint, c checks, question mark shows the rules.",
  editor: "Editor", edited: "Board being edited", places: "A click places", anumber: "number", toplace: "Number to place", anothing: "nothing", aboard: "Board", clear: "Clear", repair: "Repair", takeplayed: "Take the board being played", playit: "Play it", format: "format", download: "Download", readtitle: "Read puzzles from a text, a link or a file", astext: "Puzzles as text, or a link", read: "Read", afile: "File of puzzles", drophere: "A file or a text can also be dropped on this page.", editkeys: "Keys: arrows move, digits place a number, x a solid, Delete empties, Space uses the tool above.",
  oddnumbers: "Number {numbers}: every number needs exactly two cells.", placepairs: "Place pairs of numbers.", nojudge: "This file has no server to judge the board; it can be played and shared.", judging: "Judging …", onesolution: "Exactly one solution.", several: "Several solutions: they differ in the {count} marked cells.", nosolution: "No solution.", toohard: "Too hard to judge in the time allowed.", repairing: "Repairing …", repaired: "Repaired: {changes}.", norepair: "Nothing to repair.",
};

const DE = {
  new: "Neu", daily: "Täglich", mine: "Meine", edit: "Editor", play: "Spiel", share: "Teilen", help: "Regeln und Tasten", more: "Mehr",
  undo: "Zurück", redo: "Wieder", hint: "Tipp", why: "Warum?", doit: "Ziehen", check: "Prüfen", restart: "Leeren", next: "Weiter",
  close: "Schließen", cancel: "Abbrechen", make: "Los", pause: "Pause", paused: "Pause. Weiter", toboard: "Zum Brett",
  any: "egal", easy: "leicht", medium: "mittel", hard: "schwer", expert: "sehr schwer", extreme: "extrem", grade: "Grad",
  width: "Breite", height: "Höhe", rules: "Regeln", kind: "Art", seed: "Startzahl", unique: "eine Lösung", strict: "eine, auch mit leeren Feldern", classic: "Laborprogramm",
  cover: "jedes Feld füllen", "no-touch": "jedes Feld füllen, kein Weg berührt sich selbst", free: "Felder dürfen leer bleiben", "free-no-touch": "Felder dürfen leer bleiben, kein Weg berührt sich selbst",
  newtitle: "Neues Rätsel", puzzle: "Rätsel", board: "Numberlink-Brett, {height} Zeilen, {width} Spalten, {pairs} Paare.",
  figures: "{complete}/{pairs} Wege · {empty} leer", moves1: "1 Zug", moves: "{count} Züge", hints1: "1 Tipp", hints: "{count} Tipps",
  begin: "Verbinde je zwei gleiche Zahlen.", welcomeback: "Willkommen zurück: dein Stand ist noch da.", making: "Ein Rätsel entsteht …", thinking: "Ich denke nach …", fetching: "Das Rätsel des Tages kommt …",
  last: "Das war das letzte Rätsel dieser Datei.", cleared: "Geleert. Zurück holt es wieder.", undone: "Zurückgenommen.", noundo: "Nichts zurückzunehmen.", redone: "Wieder gezogen.", noredo: "Nichts zu wiederholen.",
  erased: "Weg {path} gelöscht.", pencil: "Stift unten.", nopencil: "Setze den Stift auf eine Zahl oder einen Weg.",
  solved: "Gelöst in {time} mit {moves}.", solvedhints: "Gelöst in {time} mit {moves} und {hints}.", shown: "Aufgedeckt, nicht gelöst.", isolved: "Es ist gelöst.",
  empty1: "Alles verbunden, aber 1 Feld ist noch leer: jedes muss auf einem Weg liegen.", empty: "Alles verbunden, aber {count} Felder sind noch leer: jedes muss auf einem Weg liegen.", touches: "Alles verbunden, aber Weg {path} berührt sich selbst.",
  look: "Sieh dir die hellen Felder an.", goes: "Weg {path} geht weiter nach {cell}: {why}.", cell: "Zeile {row}, Spalte {column}",
  takeback: "So geht es nicht auf. Nimm Weg {path} zurück: {count} Felder.", takeback1: "So geht es nicht auf. Nimm Weg {path} zurück: 1 Feld.",
  unsolvable: "Dieses Brett hat keine Lösung.", fine: "So weit gut: das lässt sich vollenden.", unknown: "Das ist in der erlaubten Zeit nicht zu beurteilen.",
  nolocal: "Ohne Server kein Tipp: Es ist nicht bewiesen, dass dieses Rätsel nur eine Lösung hat.",
  revealed: "Aufgedeckt. Zurück nimmt es weg.", pointfirst: "Setze den Zeiger zuerst auf eine Zahl.", nostored: "Nichts aufzudecken: mit diesem Rätsel ist keine Lösung gespeichert.",
  "only way out": "er hat keinen anderen Ausgang", corner: "eine Ecke hat nur zwei Seiten", "dead end": "jenes Feld ist nur nach zwei Seiten offen", "by trying": "ausprobiert, ohne geht keine Lösung auf", "a choice": "nicht erzwungen, aber ein Weg zu einer Lösung", "the only solution": "so ist es in der einzigen Lösung",
  A1: "einem Feld bleibt sonst keine Verbindung", A2: "sonst träfen sich verschiedene Zahlen", A3: "sonst schlösse sich ein Ring", A4: "sonst endete ein Weg zu früh", A5: "alles, was ihm bleibt, führt hier durch", A6: "sonst wäre ein Teil des Bretts abgeschnitten", A7: "die Lücken um die hellen Felder lassen nur dies zu", A8: "der helle Engpass hat keinen Platz übrig", A9: "zählt man wie auf einem Schachbrett, bleibt nur dies", A10: "sonst müssten sich Wege kreuzen",
  N1: "sonst berührten sich drei Seiten eines Quadrats", N2: "sonst berührte er sich selbst", N3: "sonst bliebe ein Dorn", N4: "neben einem Ende bleibt nur dies ohne Berührung", N5: "sonst kreuzten sich Dornen",
  damaged: "Dieser Link ist beschädigt, darum wurde nichts geöffnet. Kopiere ihn ganz.", odd: "Dieses Brett ist nicht spielbar: jede Zahl braucht genau zwei Felder ({numbers}). Der Editor kann es richten.",
  unreachable: "Der Server ist nicht zu erreichen. Das Brett geht weiter.", noserver: "Hinter dieser Datei steht kein Server.",
  copied: "Link kopiert. Er enthält das ganze Rätsel.", copythis: "Dieser Link enthält das ganze Rätsel:", resultcopied: "Ergebnis kopiert.", shareresult: "Ergebnis teilen",
  solid: "Mauer", number: "Zahl {path}", path: "Weg {path}", emptycell: "leer",
  minetitle: "Meine Rätsel", nothing: "Noch nichts. Was du beginnst und löst, steht hier; es bleibt in diesem Browser.", solvedin: "gelöst in {time}", begun: "{complete} von {pairs} Wegen", revealedone: "aufgedeckt",
  stats: "{solved} gelöst · Tage in Folge: {streak}", best: "Bestzeiten", dailies: "Tagesrätsel der letzten vier Wochen", savefile: "Alles in eine Datei", loadfile: "Datei laden", loaded: "{count} Rätsel übernommen.", badfile: "Diese Datei enthält keine Rätsel von numlink.", thisfile: "Diese Datei: {solved} von {count} gelöst", of: "{at} von {count}",
  letters: "Buchstaben statt Zahlen", clock: "Uhr zeigen", sound: "Ton und Vibration", theme: "Farben", auto: "wie das System", light: "hell", dark: "dunkel", language: "Sprache", revealpath: "Den Weg am Zeiger aufdecken", revealall: "Die ganze Lösung aufdecken", print: "Drucken", trial: "Etwas ausprobieren", keep: "Behalten", drop: "Verwerfen", trying: "Ausprobieren: behalte oder verwirf es als Ganzes.", kept: "Behalten.", dropped: "Verworfen.", learn: "Auf vier Brettern lernen",
  zoomin: "Größer", zoomout: "Kleiner", player: "Spiel", puzzles: "Rätsel", movesgroup: "Züge", readpuzzle: "Rätsel gefunden: {count}. Alle stehen unter Meine.",
  lesson0: "Verbinde gleiche Zahlen: ziehe von der 1 zur 1, dann von der 2 zur 2.", lesson1: "Hier muss jedes Feld auf einem Weg liegen. Mach einen Umweg.", lesson2: "Hier darf ein Weg sich nicht selbst berühren.", lesson3: "Kommst du nicht weiter? Tipp zeigt, wohin du sehen sollst, dann warum, dann zieht er.", lessondone: "Mehr ist nicht zu wissen. Viel Spaß!", lessonname: "Lektion {at} von 4",
  helptitle: "Regeln", help1: "Verbinde je zwei gleiche Zahlen mit einem Weg von Feld zu Feld, nach oben, unten, links oder rechts. Wege kreuzen sich nie, teilen kein Feld und meiden die grauen Mauern.", help2: "Über dem Brett steht, was sonst noch gilt: ob jedes Feld auf einem Weg liegen muss und ob ein Weg neben sich selbst laufen darf. Jede Zeichnung gewinnt, die die Regeln hält.", helpdraw: "Zeichnen", help3: "Ziehe mit Maus oder Finger von einer Zahl oder vom Ende eines Wegs. Über einen anderen Weg gezogen, wird er durchtrennt; auf dem eigenen zurück, wird er kürzer. Tippen auf eine Zahl zeigt die andere, oder löscht ihren Weg. Die rechte Maustaste nimmt ein Feld heraus.", helpkeys: "Tasten", help4: "Pfeile bewegen, Leertaste Stift auf und ab, Umschalt+Pfeil zieht, Esc doch nicht, Entf löscht einen Weg, u zurück, r wieder, i Tipp, c prüfen, t ausprobieren, n weiter.", helphints: "Tipps", help5: "Ein Tipp stimmt, welche Lösung du auch anstrebst. Er zeigt, wohin du sehen sollst, sagt warum und zieht dann; oder er sagt, was zurück muss.", api: "Die API dieses Servers", keys: "Pfeiltasten bewegen. Die Leertaste setzt den Stift auf und hebt ihn. Umschalt und Pfeil zieht ein Feld. Entf löscht den Weg. u nimmt zurück, r wiederholt, i gibt einen Tipp, c prüft, Fragezeichen zeigt die Regeln.",
  editor: "Editor", edited: "Brett im Editor", places: "Ein Klick setzt", anumber: "Zahl", toplace: "Zahl zum Setzen", anothing: "nichts", aboard: "Brett", clear: "Leeren", repair: "Reparieren", takeplayed: "Das gespielte Brett nehmen", playit: "Spielen", format: "Format", download: "Herunterladen", readtitle: "Rätsel aus Text, Link oder Datei lesen", astext: "Rätsel als Text, oder ein Link", read: "Lesen", afile: "Datei mit Rätseln", drophere: "Eine Datei oder ein Text lässt sich auch auf diese Seite ziehen.", editkeys: "Tasten: Pfeile bewegen, Ziffern setzen eine Zahl, x eine Mauer, Entf leert, Leertaste nimmt das Werkzeug oben.",
  oddnumbers: "Zahl {numbers}: jede Zahl braucht genau zwei Felder.", placepairs: "Setze Paare von Zahlen.", nojudge: "Diese Datei hat keinen Server, der das Brett beurteilt; spielen und teilen geht.", judging: "Wird beurteilt …", onesolution: "Genau eine Lösung.", several: "Mehrere Lösungen: sie unterscheiden sich in den {count} markierten Feldern.", nosolution: "Keine Lösung.", toohard: "In der erlaubten Zeit nicht zu beurteilen.", repairing: "Wird repariert …", repaired: "Repariert: {changes}.", norepair: "Nichts zu reparieren.",
};

const JA = {
  new: "新規", daily: "日替", mine: "記録", edit: "編集", play: "遊ぶ", share: "共有", help: "ルールとキー", more: "その他",
  undo: "戻す", redo: "進める", hint: "ヒント", why: "理由", doit: "引く", check: "確認", restart: "消去", next: "次へ",
  close: "閉じる", cancel: "取消", make: "作る", pause: "一時停止", paused: "停止中・再開", toboard: "盤面へ",
  any: "指定なし", easy: "易しい", medium: "普通", hard: "難しい", expert: "上級", extreme: "最難", grade: "難易度",
  width: "幅", height: "高さ", rules: "ルール", kind: "種類", seed: "番号", unique: "解は一つ", strict: "空白を許しても一つ", classic: "実習の方式",
  cover: "全マスを通る", "no-touch": "全マスを通り、線は自分に接しない", free: "空白マス可", "free-no-touch": "空白マス可、線は自分に接しない",
  newtitle: "新しい問題", puzzle: "問題", board: "ナンバーリンク、{height}行{width}列、{pairs}組。",
  figures: "線 {complete}/{pairs} · 空き {empty}", moves1: "1手", moves: "{count}手", hints1: "ヒント1回", hints: "ヒント{count}回",
  begin: "同じ数字どうしを線で結んでください。", welcomeback: "おかえりなさい。続きから遊べます。", making: "問題を作っています…", thinking: "考えています…", fetching: "今日の問題を取得中…",
  last: "このファイルの最後の問題でした。", cleared: "消しました。「戻す」で元に戻ります。", undone: "戻しました。", noundo: "戻す手がありません。", redone: "やり直しました。", noredo: "やり直す手がありません。",
  erased: "線{path}を消しました。", pencil: "ペンを下ろしました。", nopencil: "数字か線の上で始めてください。",
  solved: "{time}、{moves}で解けました。", solvedhints: "{time}、{moves}、{hints}で解けました。", shown: "答えを見たので、正解には数えません。", isolved: "解けています。",
  empty1: "全部つながりましたが、空きが1マスあります。全マスを通る必要があります。", empty: "全部つながりましたが、空きが{count}マスあります。全マスを通る必要があります。", touches: "全部つながりましたが、線{path}が自分に接しています。",
  look: "明るいマスを見てください。", goes: "線{path}は{cell}へ進みます。{why}。", cell: "{row}行{column}列",
  takeback: "このままでは解けません。線{path}を{count}マス戻してください。", takeback1: "このままでは解けません。線{path}を1マス戻してください。",
  unsolvable: "この盤面に解はありません。", fine: "ここまでは順調です。", unknown: "時間内に判断できませんでした。",
  nolocal: "解が一つと証明されていないため、サーバーなしではヒントを出せません。",
  revealed: "表示しました。「戻す」で消えます。", pointfirst: "先に数字を選んでください。", nostored: "この問題には解が保存されていません。",
  "only way out": "ほかに出口がありません", corner: "角は二方向しかありません", "dead end": "そのマスは二方向しか空いていません", "by trying": "試すと、ほかでは解けません", "a choice": "必然ではありませんが、解の一つです", "the only solution": "唯一の解がそうなっています",
  A1: "ほかにつながる道が残らないマスがあります", A2: "ほかでは違う数字がつながります", A3: "ほかでは輪ができます", A4: "ほかでは線が早く終わります", A5: "残る道はすべてここを通ります", A6: "ほかでは盤面の一部が孤立します", A7: "明るいマスの周りのすき間から決まります", A8: "明るい狭い所に余裕がありません", A9: "市松模様の数え方から決まります", A10: "ほかでは線が交差します",
  N1: "四角の三辺が接してしまいます", N2: "ほかでは自分に接します", N3: "ほかでは突起が残ります", N4: "端の隣はこれしか接しません", N5: "突起が交差します",
  damaged: "このリンクは壊れているため開きませんでした。全体をコピーしてください。", odd: "この盤面では遊べません。どの数字も二つ必要です({numbers})。編集で直せます。",
  unreachable: "サーバーに接続できません。盤面はそのまま使えます。", noserver: "このファイルにサーバーはありません。",
  copied: "リンクをコピーしました。問題全体が入っています。", copythis: "このリンクに問題全体が入っています:", resultcopied: "結果をコピーしました。", shareresult: "結果を共有",
  solid: "壁", number: "数字{path}", path: "線{path}", emptycell: "空き",
  minetitle: "自分の問題", nothing: "まだありません。始めた問題と解いた問題がここに並びます。記録はこのブラウザに残ります。", solvedin: "{time}で正解", begun: "線 {complete}/{pairs}", revealedone: "答えを表示",
  stats: "正解 {solved} · 日替連続 {streak}日", best: "最短時間", dailies: "四週間の日替問題", savefile: "すべて保存", loadfile: "読み込む", loaded: "{count}問を取り込みました。", badfile: "numlinkの記録ではありません。", thisfile: "このファイル: {count}問中{solved}問正解", of: "{count}問中{at}",
  letters: "数字の代わりに文字", clock: "時計を表示", sound: "音と振動", theme: "配色", auto: "端末に合わせる", light: "明るい", dark: "暗い", language: "言語", revealpath: "選んだ線の答えを表示", revealall: "すべての答えを表示", print: "印刷", trial: "試しに引く", keep: "残す", drop: "捨てる", trying: "試し中。まとめて残すか捨てます。", kept: "残しました。", dropped: "捨てました。", learn: "四つの盤面で学ぶ",
  zoomin: "拡大", zoomout: "縮小", player: "盤面", puzzles: "問題", movesgroup: "操作", readpuzzle: "{count}問あります。すべて記録に入れました。",
  lesson0: "同じ数字を結びます。1から1へ、次に2から2へなぞってください。", lesson1: "ここでは全マスを通ります。遠回りしましょう。", lesson2: "ここでは線が自分に接してはいけません。", lesson3: "困ったらヒント。見る所、理由、次の手の順に示します。", lessondone: "これで全部です。楽しんでください!", lessonname: "練習 {at}/4",
  helptitle: "ルール", help1: "同じ数字どうしを、上下左右に進む線で結びます。線は交差せず、マスを共有せず、灰色の壁に入りません。", help2: "盤面の上に追加の条件があります。全マスを通るか、線が自分の隣を通ってよいか。ルールを守ればどんな解でも正解です。", helpdraw: "線を引く", help3: "数字か線の端から、マウスか指でなぞります。ほかの線の上を通ると切れ、自分の線を戻ると短くなります。数字をたたくと相手を示し、線があれば消します。右ボタンは一マス消します。", helpkeys: "キー", help4: "矢印で移動、スペースでペンの上げ下ろし、Shift+矢印で引く、Escで中止、Deleteで線を消す、u 戻す、r やり直す、i ヒント、c 確認、t 試す、n 次へ。", helphints: "ヒント", help5: "ヒントはどの解を目指していても正しいものです。見る所、理由、次の手の順に示すか、戻す所を教えます。", api: "このサーバーのAPI", keys: "矢印キーで移動。スペースでペンを上げ下ろし。Shiftと矢印で一マス引く。Deleteで線を消す。uで戻す、rでやり直す、iでヒント、cで確認、?でルール。",
  editor: "編集", edited: "編集中の盤面", places: "クリックで置く物", anumber: "数字", toplace: "置く数字", anothing: "なし", aboard: "盤面", clear: "消去", repair: "修復", takeplayed: "遊んでいる盤面を使う", playit: "遊ぶ", format: "形式", download: "保存", readtitle: "文字・リンク・ファイルから読む", astext: "問題の文字かリンク", read: "読む", afile: "問題のファイル", drophere: "ファイルや文字をこのページに落としても読めます。", editkeys: "キー: 矢印で移動、数字で置く、xで壁、Deleteで空に、スペースで上の道具。",
  oddnumbers: "数字{numbers}: どの数字も二つ必要です。", placepairs: "数字を組で置いてください。", nojudge: "このファイルには判定するサーバーがありません。遊ぶことと共有はできます。", judging: "判定中…", onesolution: "解は一つです。", several: "解が複数あります。印の{count}マスが違います。", nosolution: "解はありません。", toohard: "時間内に判定できませんでした。", repairing: "修復中…", repaired: "修復: {changes}。", norepair: "修復は不要です。",
};

/** The languages of the page by their codes. */
export const LANGUAGES = { en: EN, de: DE, ja: JA };
let spoken = EN;

/** Speak a language, "auto" the browser's own; English where it is none of ours. */
export function speak(wanted) {
  const asked = wanted === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2)) : [wanted];
  const found = asked.find((tag) => tag in LANGUAGES) ?? "en";
  spoken = LANGUAGES[found];
  document.documentElement.lang = found;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label")));
  }
}

/** A text by its name, with {words} filled in. */
export function t(name, values = {}) {
  return (spoken[name] ?? EN[name] ?? name).replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}

/** A text that has a form for one. */
export function counted(name, count, values = {}) {
  return t(count === 1 && `${name}1` in EN ? `${name}1` : name, { ...values, count });
}
