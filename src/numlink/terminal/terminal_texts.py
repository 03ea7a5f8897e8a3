"""The terminal's own texts by language and name; they replace or extend those shared with the page (game/texts.py)."""

from __future__ import annotations

HELP_EN = """\
[b]Connect every pair of equal numbers with a path[/b] ({rules}).

  arrows, h j k l     move the cursor
  Shift+arrows, HJKL  draw from the cursor
  7 9 1 3             move diagonally; < > to the layer above, below
  Space, Enter        start and stop drawing; Esc: stop without a move
                      on an empty cell: a free line, which is a note
  m and an arrow      × on that side, on or off (also Ctrl+arrow)
  t, T                try an idea: t starts and keeps, T discards it
  mouse               drag to draw, right button cuts a path
  x, X                erase the path under the cursor, erase everything
  u, r                undo, redo
  i                   hint: what to take back, or what is forced and why
  c                   check: can this drawing still be completed?
  p, P                reveal the path under the cursor, reveal all
  n, b                next puzzle, back to the one before
  a, z                letters instead of numbers, the size of the cells
  q                   save and quit

Draw over a path to cut it, back along your own to shorten it.
"""

HELP_DE = """\
[b]Verbinde je zwei gleiche Zahlen mit einem Weg[/b] ({rules}).

  Pfeile, h j k l      Zeiger bewegen
  Umschalt+Pfeile      vom Zeiger aus ziehen (auch HJKL)
  7 9 1 3              schräg bewegen; < > zur Ebene darüber, darunter
  Leertaste, Eingabe   Stift ab, Stift auf; Esc: auf ohne Zug
                       auf leerem Feld: eine freie Linie als Notiz
  m und ein Pfeil      × an dieser Seite an oder aus (auch Strg+Pfeil)
  t, T                 ausprobieren: t beginnt und behält, T verwirft
  Maus                 ziehen zeichnet, rechte Taste trennt einen Weg
  x, X                 den Weg unter dem Zeiger löschen, alles löschen
  u, r                 zurück, wieder
  i                    Tipp: was zurückzunehmen ist, oder was sein muss
  c                    Prüfen: geht es noch auf?
  p, P                 den Weg unter dem Zeiger aufdecken, alles aufdecken
  n, b                 nächstes Rätsel, zurück zum vorigen
  a, z                 Buchstaben statt Zahlen, Größe der Felder
  q                    sichern und beenden

Über einen Weg zu ziehen trennt ihn, auf dem eigenen zurück kürzt ihn.
"""

HELP_JA = """\
[b]同じ数字どうしを線で結んでください[/b] ({rules})。

  矢印, h j k l     移動
  Shift+矢印, HJKL  線を引く
  7 9 1 3           斜めに移動、< > は上・下の層へ
  Space, Enter      ペンを下ろす・上げる、Esc は取消
                    空きマスでは自由な線（メモ）
  m と矢印          その辺に×を付ける・消す（Ctrl+矢印も可）
  t, T              試し書き: t で開始と採用、T で破棄
  マウス            なぞって引く、右ボタンで切る
  x, X              線を消す、すべて消す
  u, r              戻す、進める
  i                 ヒント
  c                 確認
  p, P              線を表示、すべて表示
  n, b              次の問題、前の問題
  a, z              数字の代わりに文字、マスの大きさ
  q                 保存して終了

別の線の上を引くと切れ、自分の線を戻ると短くなります。
"""

TEXTS = {
    "en": {
        "helpscreen": HELP_EN,
        "begin": "Connect equal numbers. Space starts drawing, ? is help.",
        "won": "★ Solved in {time} with {taken}. n is the next puzzle. ★",
        "and": " and ",
        "shown": "Revealed, not solved. u takes it back, n is the next puzzle.",
        "cleared": "Cleared; u brings it back.",
        "revealed": "Revealed; u takes it back.",
        "pointfirst": "No path under the cursor: move it to a number.",
        "making": "Making a puzzle…",
        "makingday": "Making {puzzle}…",
        "notmade": "No puzzle could be made.",
        "tryagain": "n tries again.",
        "onesize": "This board has only one cell size.",
        "tryingout": "Trying an idea: t keeps it, T discards it.",
        "ontrial": "trying an idea",
        "notrial": "You aren't trying an idea. Press t to start.",
        "markside": "× on which side? Press an arrow; Esc cancels.",
        "fresh": "A new puzzle.",
        "freshback": "A new puzzle; b goes back.",
        "again": "Back to where you were.",
        "first": "This is the first puzzle.",
        "rulesare": "rules: {rules}",
        "rulesunknown": "the puzzle's own rules",
        "cover in short": "cover",
        "no-touch in short": "no-touch",
        "free in short": "free",
        "free-no-touch in short": "free-no-touch",
        "paths": "{complete}/{pairs} paths",
        "emptycells": "{count} empty",
        "undo_key": "undo",
        "redo_key": "redo",
        "hint_key": "hint",
        "check_key": "check",
        "erase_key": "erase",
        "next_key": "next",
        "help_key": "help",
        "quit_key": "quit",
    },
    "de": {
        "helpscreen": HELP_DE,
        "begin": "Verbinde gleiche Zahlen. Leertaste setzt den Stift ab, ? ist Hilfe.",
        "won": "★ Gelöst in {time} mit {taken}. n ist das nächste Rätsel. ★",
        "and": " und ",
        "shown": "Aufgedeckt, nicht gelöst. u nimmt es zurück, n ist das nächste Rätsel.",
        "cleared": "Geleert; u holt es wieder.",
        "revealed": "Aufgedeckt; u nimmt es weg.",
        "pointfirst": "Kein Weg unter dem Zeiger: setze ihn auf eine Zahl.",
        "making": "Ein Rätsel entsteht …",
        "makingday": "{puzzle}: das Brett entsteht …",
        "notmade": "Es ist kein Rätsel entstanden.",
        "tryagain": "n versucht es noch einmal.",
        "onesize": "Dieses Brett hat nur eine Größe der Felder.",
        "tryingout": "Ausprobieren: t behält es, T verwirft es als Ganzes.",
        "ontrial": "auf Probe",
        "notrial": "Nichts ist auf Probe: t beginnt.",
        "markside": "× an welche Seite? Drücke einen Pfeil; Esc: doch nicht.",
        "fresh": "Ein neues Rätsel.",
        "freshback": "Ein neues Rätsel; b geht zurück.",
        "again": "Zurück, wo du warst.",
        "first": "Das ist das erste Rätsel.",
        "rulesare": "Regeln: {rules}",
        "rulesunknown": "es gelten die Regeln des Rätsels",
        "cover in short": "füllen",
        "no-touch in short": "füllen, nicht berühren",
        "free in short": "frei",
        "free-no-touch in short": "frei, nicht berühren",
        "paths": "{complete}/{pairs} Wege",
        "emptycells": "{count} leer",
        "undo_key": "zurück",
        "redo_key": "wieder",
        "hint_key": "Tipp",
        "check_key": "prüfen",
        "erase_key": "löschen",
        "next_key": "weiter",
        "help_key": "Hilfe",
        "quit_key": "Ende",
    },
    "ja": {
        "helpscreen": HELP_JA,
        "begin": "同じ数字どうしを結びます。スペースでペンを下ろし、?で説明。",
        "won": "★ {time}、{taken}で解けました。nで次の問題。★",
        "and": "、",
        "shown": "答えを見たので、正解には数えません。uで戻し、nで次の問題。",
        "cleared": "消しました。uで元に戻ります。",
        "revealed": "表示しました。uで消えます。",
        "pointfirst": "先に数字の上へ動かしてください。",
        "making": "問題を作っています…",
        "makingday": "{puzzle}: 盤面を作っています…",
        "notmade": "問題を作れませんでした。",
        "tryagain": "nでもう一度試します。",
        "onesize": "この盤のマスの大きさは変えられません。",
        "tryingout": "試し書き中: t で採用、T でまとめて破棄。",
        "ontrial": "試し書き",
        "notrial": "試し書きはありません。t で始めます。",
        "markside": "×を付ける辺を矢印で選びます。Esc は取消。",
        "fresh": "新しい問題です。",
        "freshback": "新しい問題です。bで前の問題へ。",
        "again": "前の問題に戻りました。",
        "first": "最初の問題です。",
        "rulesare": "ルール: {rules}",
        "rulesunknown": "ルールは問題ごとに違います",
        "cover in short": "全マス",
        "no-touch in short": "全マス、接触なし",
        "free in short": "空白可",
        "free-no-touch in short": "空白可、接触なし",
        "paths": "線 {complete}/{pairs}",
        "emptycells": "空き {count}",
        "undo_key": "戻す",
        "redo_key": "進める",
        "hint_key": "ヒント",
        "check_key": "確認",
        "erase_key": "消す",
        "next_key": "次へ",
        "help_key": "説明",
        "quit_key": "終了",
    },
}
