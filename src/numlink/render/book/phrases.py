"""The words of a book in the languages it can be printed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle


class Language(Enum):
    """A language of books; the value is its ISO 639 code, which the PDF names too."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es"
    JAPANESE = "ja"

    @property
    def family(self) -> str:
        """The font that has the letters of this language: the name of the font's files in render/fonts."""
        return "NumlinkSansJP" if self is Language.JAPANESE else "NumlinkSans"


@dataclass(frozen=True, slots=True)
class Words:
    """All that a book says, in one language; `{}` is replaced by a number or a date.

    `fill`, `blanks`, `touch` and `no_touch` are the sentences for the two choices of `Rules`.  The texts from
    `puzzle_step` to `rest` stand below the boards of the worked example.
    """

    puzzles: str
    answers: str
    rules: str
    recipes: str
    by_recipe: str
    one: str
    many: str
    cells: str
    sizes: str  # from the smallest size to the largest
    answer_on: str
    time: str
    several: str
    unproven: str
    grades: tuple[str, ...]
    """The name of each grade, 1 to 5; at index 0 the title of a section of puzzles without a grade."""
    general: tuple[str, ...]
    equal_letters: str  # replaces the first text of `general` if letters stand in the cells
    fill: str
    blanks: str
    touch: str
    no_touch: str
    named_above: str
    step: str  # replaces the second text of `general` if some boards have cells that are no squares
    squares: str
    """Follows `step` if some other boards have squares.  (On squares with diagonals the feature says it.)"""
    features: Mapping[Feature, str]  # a sentence for each feature that a plain rectangle lacks
    named: Mapping[Feature, str]  # a word or two for each such feature, over a puzzle that has it
    example: str
    puzzle_step: str
    solved_step: str
    solved_letters: str  # replaces `solved_step` if letters stand in the cells
    first_step: str
    corner: str
    corners: str
    rest_fill: str
    rest: str
    published: str


def size_in_print(puzzle: Puzzle, words: Words) -> str:
    """The size of a board as a book has it: `9 x 9`, with two layers `9 x 9 x 2`; of a tiling, whose cells are in no
    rows, `36 cells`."""
    if puzzle.layout.tiling is not None:
        return words.cells.format(puzzle.width * puzzle.height)
    layers = puzzle.layout.layers
    return f"{puzzle.width} x {puzzle.height}" + (f" x {layers}" if layers > 1 else "")


WORDS = {
    Language.ENGLISH: Words(
        puzzles="Puzzles",
        answers="Answers",
        rules="Rules",
        recipes="Recipes",
        by_recipe="Each line recreates its puzzle: numlink new --recipe '...'",
        one="1 puzzle",
        many="{} puzzles",
        cells="{} cells",
        sizes="{} to {}",
        answer_on="answer on page {}",
        time="Time",
        several="several solutions; one is printed",
        unproven="not proven unique",
        grades=("Puzzles", "Easy", "Medium", "Hard", "Expert", "Extreme"),
        general=(
            "Connect every pair of equal numbers with a path.",
            "A path goes from a cell to one beside it: up, down, left or right, never diagonally.",
            "Paths do not cross, do not branch and do not share cells; no path enters a dark cell.",
        ),
        equal_letters="Connect every pair of equal letters with a path.",
        fill="Every cell that is not dark lies on a path.",
        blanks="Cells may stay empty.",
        touch="A path may run beside itself.",
        no_touch="No path runs beside itself: two cells of a path that lie side by side follow each other on it.",
        named_above="Further rules are noted above each puzzle:",
        step="A path goes from a cell to one beside it.",
        squares="Squares that share a side are beside each other.",
        features={
            Feature.HEX: "Hexagons that share a side are beside each other.",
            Feature.TRIANGLES: "Triangles that share a side are beside each other.",
            Feature.TILING: "Cells that share a side are beside each other.",
            Feature.DIAGONALS: "Where corners are marked ×, cells that meet at a corner are neighbours too, and "
            "paths may cross there.",
            Feature.WRAP: "At a dashed edge, a path leaves the board and comes back on the other side.",
            Feature.WALLS: "A thick line inside a board is a wall, which no path goes through.",
            Feature.BRIDGES: "On a bridge one path crosses another; each goes straight on.",
            Feature.LAYERS: "A ring leads to the layer above or below.",
        },
        named={feature: feature.value for feature in Feature},
        example="An example",
        puzzle_step="The puzzle.",
        solved_step="Solved: every number has a path to its partner.",
        solved_letters="Solved: every letter has a path to its partner.",
        first_step="The puzzle: three pairs on 5 x 5 cells.",
        corner="The 1 in the corner can only go right, where its partner is.",
        corners="An empty corner has two neighbours. Every cell is on a path, so a path turns there.",
        rest_fill="Solved. The upper 2 can only go down; it runs round the 3s and along the edge to its partner.",
        rest="Solved. The upper 2 can only go down. Try the routes for the 3s: only one leaves room for the 2s.",
        published="Published {}",
    ),
    Language.GERMAN: Words(
        puzzles="Rätsel",
        answers="Lösungen",
        rules="Regeln",
        recipes="Rezepte",
        by_recipe="Jede Zeile erzeugt ihr Rätsel noch einmal: numlink new --recipe '...'",
        one="1 Rätsel",
        many="{} Rätsel",
        cells="{} Felder",
        sizes="{} bis {}",
        answer_on="Lösung auf Seite {}",
        time="Zeit",
        several="mehrere Lösungen; eine ist abgedruckt",
        unproven="eindeutige Lösung nicht bewiesen",
        grades=("Rätsel", "Leicht", "Mittel", "Schwer", "Sehr schwer", "Extrem"),
        general=(
            "Verbinde je zwei gleiche Zahlen durch einen Weg.",
            "Ein Weg führt von Feld zu Nachbarfeld: nach oben, unten, links oder rechts, nie schräg.",
            "Wege kreuzen und verzweigen sich nicht und teilen kein Feld; kein Weg betritt ein dunkles Feld.",
        ),
        equal_letters="Verbinde je zwei gleiche Buchstaben durch einen Weg.",
        fill="Jedes Feld, das nicht dunkel ist, liegt auf einem Weg.",
        blanks="Felder dürfen leer bleiben.",
        touch="Ein Weg darf neben sich selbst verlaufen.",
        no_touch="Kein Weg verläuft neben sich selbst: benachbarte Felder eines Weges folgen auf ihm aufeinander.",
        named_above="Was sonst gilt, steht über jedem Rätsel:",
        step="Ein Weg führt von Feld zu Nachbarfeld.",
        squares="Quadrate mit gemeinsamer Seite sind Nachbarn.",
        features={
            Feature.HEX: "Sechsecke mit gemeinsamer Seite sind Nachbarn.",
            Feature.TRIANGLES: "Dreiecke mit gemeinsamer Seite sind Nachbarn.",
            Feature.TILING: "Felder mit gemeinsamer Seite sind Nachbarn.",
            Feature.DIAGONALS: "Wo Ecken mit × markiert sind, sind auch Felder Nachbarn, die sich an einer Ecke "
            "treffen, und Wege dürfen sich dort kreuzen.",
            Feature.WRAP: "Über einen gestrichelten Rand geht ein Weg auf der anderen Seite weiter.",
            Feature.WALLS: "Eine dicke Linie im Innern ist eine Wand: Kein Weg geht hindurch.",
            Feature.BRIDGES: "Auf einer Brücke kreuzt ein Weg einen anderen; jeder geht geradeaus weiter.",
            Feature.LAYERS: "Ein Ring führt auf die Ebene darüber oder darunter.",
        },
        named={
            Feature.HEX: "Sechsecke",
            Feature.DIAGONALS: "Diagonalen",
            Feature.TRIANGLES: "Dreiecke",
            Feature.TILING: "Vielecke",
            Feature.WRAP: "offene Ränder",
            Feature.WALLS: "Wände",
            Feature.BRIDGES: "Brücken",
            Feature.LAYERS: "Ebenen",
        },
        example="Ein Beispiel",
        puzzle_step="Das Rätsel.",
        solved_step="Gelöst: Jede Zahl hat einen Weg zu ihrem Gegenstück.",
        solved_letters="Gelöst: Jeder Buchstabe hat einen Weg zu seinem Gegenstück.",
        first_step="Das Rätsel: drei Paare auf 5 x 5 Feldern.",
        corner="Die 1 in der Ecke kann nur nach rechts, und dort wartet ihr Partner.",
        corners="Eine leere Ecke hat zwei Nachbarn; da jedes Feld auf einem Weg liegt, biegt dort ein Weg ab.",
        rest_fill="Gelöst. Die obere 2 kann nur nach unten; sie läuft um die 3en herum und am Rand zu ihrem Partner.",
        rest="Gelöst. Die obere 2 kann nur nach unten. Probiere die Wege der 3en: einer lässt Platz für die 2en.",
        published="Erschienen {}",
    ),
    Language.FRENCH: Words(
        puzzles="Grilles",
        answers="Solutions",
        rules="Règles",
        recipes="Recettes",
        by_recipe="Chaque ligne refait sa grille : numlink new --recipe '...'",
        one="1 grille",
        many="{} grilles",
        cells="{} cases",
        sizes="{} à {}",
        answer_on="solution page {}",
        time="Temps",
        several="plusieurs solutions ; une seule est imprimée",
        unproven="solution unique non prouvée",
        grades=("Grilles", "Facile", "Moyen", "Difficile", "Expert", "Extrême"),
        general=(
            "Reliez deux à deux les nombres égaux par un chemin.",
            "Un chemin va d'une case à une case voisine : en haut, en bas, à gauche, à droite, jamais en diagonale.",
            "Les chemins ne se croisent pas, ne bifurquent pas et ne partagent aucune case ; "
            "aucun n'entre dans une case noire.",
        ),
        equal_letters="Reliez deux à deux les lettres égales par un chemin.",
        fill="Chaque case qui n'est pas noire est sur un chemin.",
        blanks="Des cases peuvent rester vides.",
        touch="Un chemin peut longer son propre tracé.",
        no_touch="Aucun chemin ne longe son propre tracé : deux cases voisines d'un chemin s'y suivent toujours.",
        named_above="Le reste est dit au-dessus de chaque grille :",
        step="Un chemin va d'une case à une case voisine.",
        squares="Les carrés qui partagent un côté sont voisins.",
        features={
            Feature.HEX: "Les hexagones qui partagent un côté sont voisins.",
            Feature.TRIANGLES: "Les triangles qui partagent un côté sont voisins.",
            Feature.TILING: "Les cases qui partagent un côté sont voisines.",
            Feature.DIAGONALS: "Là où les coins sont marqués ×, les cases qui se touchent par un coin sont aussi "
            "voisines, et les chemins peuvent s'y croiser.",
            Feature.WRAP: "Par un bord en tirets, un chemin continue de l'autre côté.",
            Feature.WALLS: "Un trait épais à l'intérieur est un mur : aucun chemin ne le traverse.",
            Feature.BRIDGES: "Sur un pont, un chemin en croise un autre ; chacun continue tout droit.",
            Feature.LAYERS: "Un anneau mène à l'étage du dessus ou du dessous.",
        },
        named={
            Feature.HEX: "hexagones",
            Feature.DIAGONALS: "diagonales",
            Feature.TRIANGLES: "triangles",
            Feature.TILING: "polygones",
            Feature.WRAP: "bords ouverts",
            Feature.WALLS: "murs",
            Feature.BRIDGES: "ponts",
            Feature.LAYERS: "étages",
        },
        example="Un exemple",
        puzzle_step="La grille.",
        solved_step="Résolu : chaque nombre a un chemin vers son semblable.",
        solved_letters="Résolu : chaque lettre a un chemin vers sa semblable.",
        first_step="La grille : trois paires sur 5 x 5 cases.",
        corner="Le 1 du coin ne peut aller qu'à droite, où son partenaire l'attend.",
        corners="Un coin vide a deux voisines ; chaque case étant sur un chemin, un chemin y tourne.",
        rest_fill="Résolu. Le 2 du haut ne peut que descendre ; il contourne les 3 et longe le bord jusqu'à l'autre.",
        rest="Résolu. Le 2 du haut ne peut que descendre. Essayez les chemins des 3 : un seul laisse la place aux 2.",
        published="Publié le {}",
    ),
    Language.SPANISH: Words(
        puzzles="Puzles",
        answers="Soluciones",
        rules="Reglas",
        recipes="Recetas",
        by_recipe="Cada línea vuelve a crear su puzle: numlink new --recipe '...'",
        one="1 puzle",
        many="{} puzles",
        cells="{} casillas",
        sizes="{} a {}",
        answer_on="solución en la página {}",
        time="Tiempo",
        several="varias soluciones; se imprime una",
        unproven="sin prueba de solución única",
        grades=("Puzles", "Fácil", "Medio", "Difícil", "Experto", "Extremo"),
        general=(
            "Une cada pareja de números iguales con un camino.",
            "Un camino va de una casilla a otra contigua: arriba, abajo, izquierda o derecha, nunca en diagonal.",
            "Los caminos no se cruzan, no se ramifican ni comparten casillas; ninguno entra en una casilla oscura.",
        ),
        equal_letters="Une cada pareja de letras iguales con un camino.",
        fill="Toda casilla que no es oscura está en un camino.",
        blanks="Puede haber casillas vacías.",
        touch="Un camino puede pasar junto a sí mismo.",
        no_touch="Ningún camino pasa junto a sí mismo: dos casillas contiguas de un camino son consecutivas en él.",
        named_above="Lo demás se indica sobre cada puzle:",
        step="Un camino va de una casilla a otra contigua.",
        squares="Los cuadrados que comparten un lado son vecinos.",
        features={
            Feature.HEX: "Los hexágonos que comparten un lado son vecinos.",
            Feature.TRIANGLES: "Los triángulos que comparten un lado son vecinos.",
            Feature.TILING: "Las casillas que comparten un lado son vecinas.",
            Feature.DIAGONALS: "Donde las esquinas llevan un ×, también son vecinas las casillas que se tocan en una "
            "esquina, y allí pueden cruzarse los caminos.",
            Feature.WRAP: "Por un borde de trazos el camino sigue al otro lado.",
            Feature.WALLS: "Una línea gruesa en el interior es un muro: ningún camino lo atraviesa.",
            Feature.BRIDGES: "En un puente un camino cruza a otro; cada uno sigue recto.",
            Feature.LAYERS: "Un anillo lleva a la capa de arriba o de abajo.",
        },
        named={
            Feature.HEX: "hexágonos",
            Feature.DIAGONALS: "diagonales",
            Feature.TRIANGLES: "triángulos",
            Feature.TILING: "polígonos",
            Feature.WRAP: "bordes abiertos",
            Feature.WALLS: "muros",
            Feature.BRIDGES: "puentes",
            Feature.LAYERS: "capas",
        },
        example="Un ejemplo",
        puzzle_step="El puzle.",
        solved_step="Resuelto: cada número tiene un camino hasta su pareja.",
        solved_letters="Resuelto: cada letra tiene un camino hasta su pareja.",
        first_step="El puzle: tres parejas en 5 x 5 casillas.",
        corner="El 1 de la esquina solo puede ir a la derecha, y allí espera su pareja.",
        corners="Una esquina vacía tiene dos vecinas; como toda casilla está en un camino, un camino gira allí.",
        rest_fill="Resuelto. El 2 de arriba solo puede bajar; rodea los 3 y sigue el borde hasta su pareja.",
        rest="Resuelto. El 2 de arriba solo puede bajar. Prueba los caminos de los 3: uno deja sitio a los 2.",
        published="Publicado el {}",
    ),
    Language.JAPANESE: Words(
        puzzles="問題",
        answers="解答",
        rules="ルール",
        recipes="レシピ",
        by_recipe="各行から同じ問題をもう一度作れます: numlink new --recipe '...'",
        one="1問",
        many="{}問",
        cells="{}マス",
        sizes="{}から{}まで",
        answer_on="解答は{}ページ",
        time="時間",
        several="解は複数あり、そのひとつを載せています",
        unproven="解がひとつであることは未証明",
        grades=("問題", "やさしい", "ふつう", "難しい", "とても難しい", "最難問"),
        general=(
            "同じ数字どうしを線で結びます。",
            "線はマスから隣のマスへ、上下左右に進みます。斜めには進めません。",
            "線は交差も枝分かれもせず、同じマスを二度使いません。黒いマスには入れません。",
        ),
        equal_letters="同じ文字どうしを線で結びます。",
        fill="黒くないマスはすべて線が通ります。",
        blanks="線の通らないマスがあってもかまいません。",
        touch="線は自分自身と隣り合ってもかまいません。",
        no_touch="線は自分自身と隣り合いません。隣り合う二つのマスは、線の上でも続いています。",
        named_above="そのほかのルールは問題ごとに上に書いてあります。",
        step="線はマスから隣のマスへ進みます。",
        squares="辺を共有する四角形が隣どうしです。",
        features={
            Feature.HEX: "辺を共有する六角形が隣どうしです。",
            Feature.TRIANGLES: "辺を共有する三角形が隣どうしです。",
            Feature.TILING: "辺を共有するマスが隣どうしです。",
            Feature.DIAGONALS: "角に×がある盤面では、角で接するマスも隣どうしで、そこでは線と線が交差できます。",
            Feature.WRAP: "破線の縁では線が反対側へ続きます。",
            Feature.WALLS: "内側の太い線は仕切りです。線は通れません。",
            Feature.BRIDGES: "橋の上では線と線が交差し、どちらもまっすぐ進みます。",
            Feature.LAYERS: "丸い穴は上か下の層へ通じています。",
        },
        named={
            Feature.HEX: "六角形",
            Feature.DIAGONALS: "斜め",
            Feature.TRIANGLES: "三角形",
            Feature.TILING: "多角形",
            Feature.WRAP: "破線の縁",
            Feature.WALLS: "仕切り",
            Feature.BRIDGES: "橋",
            Feature.LAYERS: "層",
        },
        example="例題",
        puzzle_step="問題。",
        solved_step="完成。どの数字も相手の数字と線でつながりました。",
        solved_letters="完成。どの文字も相手の文字と線でつながりました。",
        first_step="問題: 5 x 5マスに三組。",
        corner="角の1は右へしか進めず、そこで相手の1につながります。",
        corners="空いている角には隣が二つしかありません。すべてのマスを通るので、線はそこで曲がります。",
        rest_fill="完成。上の2は下へしか進めません。3のまわりを回り、端に沿って相手の2に届きます。",
        rest="完成。上の2は下へしか進めません。3の進み方を試すと、2の通り道が残るのはひとつです。",
        published="{} 発行",
    ),
}
