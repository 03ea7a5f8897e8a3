"""The terminal game redraws once after each change, and not at all if only the cursor has moved."""

import pytest

pytest.importorskip("textual")

from numlink.game.moves import draw_move
from numlink.render import canvas as drawer
from tests.sample import sample_puzzle
from tests.terminal.test_driven import drive, player_of


def test_a_move_draws_every_path_once_and_the_cursor_none(monkeypatch):
    drawn = []

    def counted(self, number, path, add=drawer._Pipes.add):
        drawn.append(number)
        add(self, number, path)

    async def steps(pilot):
        player = pilot.app
        paths = player.game.puzzle.solution.paths[:3]
        player._play(*(draw_move(player.game.puzzle.grid, path) for path in paths))
        await pilot.pause()
        drawn.clear()
        await pilot.press("down", "right", "up", "left")
        assert drawn == []
        player._play("erase 2")
        await pilot.pause()
        assert sorted(drawn) == [1, 3]

    monkeypatch.setattr(drawer._Pipes, "add", counted)
    drive(player_of(sample_puzzle()), steps)
