"""Episodes: a batch of drawings that agents change by one action a step, with masks of allowed actions and rewards.

    actions    by ends    (2 (k - 1) + e) * directions + way    extend number k from its end e (0 or 1) in direction way
               by cells   cell * directions + way               draw the link that leaves a cell in direction way

    step       an allowed action draws a link; with `undo`, the action along a drawn link erases it (by ends: only the
               last link); any other action changes nothing
               an episode ends when it is solved or no action is allowed (terminated), or after `most_steps` (truncated)
               with `again`, the step after the end ignores its action and begins the next board instead

Boards have numbers from 0 to `pool` - 1; sfc32, seeded for each episode, draws the next one.  When `step` first
names a board in `wanted`, the caller adds it to the table, calls `put`, then `begin`.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import require_place

if not cython.compiled:
    from numlink.engine.episodes.drawings import BoardRows, Drawings
    from numlink.engine.random import Random

# The effects of an action: NOTHING (it is not allowed), DRAW a link, or ERASE a link.
NOTHING = cython.declare(cython.int, 0)
DRAW = cython.declare(cython.int, 1)
ERASE = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Episodes(Drawings):
    """`count` episodes on boards from a pool; `step` writes its results into arrays, mostly one entry an episode.

    `masks`: 1 for each allowed action; `heads`: the cell of each end's head, -1 for none; `allowed`: whether the last
    action was; `wanted`: the number of a board to put and begin, or -1; `numbers`: the board in play, or -1.

    `anywhere`: an action is a cell and a direction, else an end and a direction; `undo`: links can be erased; `shaped`:
    a joined number earns 1 / pairs, in addition to 1 for a solution; `again`: a new board follows the end.
    """

    def __init__(
        self,
        boards: BoardRows,
        count: int,
        pool: int,
        most_steps: int,
        *,
        anywhere: bool,
        undo: bool,
        shaped: bool,
        again: bool,
    ) -> None:
        if pool < 1:
            raise ValueError(f"a pool of {pool} boards: give one or more")
        Drawings.__init__(self, boards, count)
        self.pool, self.most_steps = pool, most_steps
        self.anywhere, self.undo, self.shaped, self.again = anywhere, undo, shaped, again
        self.actions = boards.directions * (boards.size if anywhere else 2 * boards.numbers)
        self.masks = array("b", [0]) * (count * self.actions)
        self.heads = array("i", [-1]) * (2 * count * boards.numbers)
        self.rewards = array("d", [0]) * count
        self.terminated, self.truncated, self.allowed, self.solves = (array("B", [0]) * count for _ in range(4))
        self.wanted, self.numbers = (array("i", [-1]) * count for _ in range(2))
        self.mask, self.reward, self.end, self.cut = self.masks, self.rewards, self.terminated, self.truncated
        self.legal, self.win, self.want, self.number = self.allowed, self.solves, self.wanted, self.numbers
        self.tip = self.heads
        self.steps = array("i", [0]) * count
        self.row_of = array("i", [-1]) * pool
        self.streams = [Random(0)] * count
        self.track = self.way = 0

    def seed(self, episode: int, seed: object) -> None:
        """Seed the stream that draws the boards of `episode`."""
        require_place(episode, self.count, "episode")
        self.streams[episode] = Random(seed)

    def put(self, number: int, row: int) -> None:
        """Record that board `number` of the pool has row `row` of the table."""
        require_place(number, self.pool, "board")
        require_place(row, self.boards.count, "row")
        self.row_of[number] = row

    def is_put(self, number: int) -> bool:
        """Whether board `number` of the pool has a row in the table."""
        require_place(number, self.pool, "board")
        return self.row_of[number] >= 0

    def next_board(self, episode: int) -> int:
        """Draw the number of the next board of `episode`, from 0 to `pool` - 1."""
        require_place(episode, self.count, "episode")
        stream: Random = self.streams[episode]
        return stream.below(self.pool)

    def begin(self, episode: cython.int, number: cython.int) -> cython.void:
        """Begin `episode` on board `number`; raises IndexError if the board has no row."""
        require_place(episode, self.count, "episode")
        require_place(number, self.pool, "board")
        require_place(self.row_of[number], self.boards.count, "row")
        self.number[episode] = number
        self.want[episode] = -1
        self.steps[episode] = 0
        self.reward[episode] = 0
        self.end[episode] = self.cut[episode] = 0
        self.legal[episode] = 1
        self.win[episode] = 0
        for action in range(self.actions):
            self.mask[episode * self.actions + action] = 0
        for action in range(2 * self.boards.numbers):
            self.tip[2 * episode * self.boards.numbers + action] = -1
        self.wipe(episode, self.row_of[number])
        self.look(episode)

    def step(self, actions: cython.int[::1]) -> int:
        """Take one action in each episode; return how many wait for a board, which `wanted` names until `begin`."""
        missing: cython.int = 0
        if len(actions) != self.count:
            raise ValueError(f"{len(actions)} actions in {self.count} episodes: give one to each")
        for episode in range(self.count):
            if self.again and (self.end[episode] or self.cut[episode]):
                stream: Random = self.streams[episode]
                number: cython.int = stream.below(self.pool)
                if self.row_of[number] >= 0:
                    self.begin(episode, number)
                else:
                    self.want[episode] = number
                    missing += 1
            else:
                self.act(episode, actions[episode])
        return missing

    def act(self, episode: cython.int, action: cython.int) -> cython.void:
        """Take one action in `episode`; raises IndexError if it has not begun."""
        if episode < 0 or episode >= self.count or self.number[episode] < 0:
            raise IndexError(f"episode {episode} of {self.count} has not begun")
        before: cython.int = self.joined[episode]
        move: cython.int = self.meaning(episode, action)
        self.steps[episode] += 1
        self.legal[episode] = move != NOTHING
        if move == DRAW:
            self.draw(episode, self.track, self.way)
        elif move == ERASE:
            self.erase(episode, self.track, self.way)
        self.reward[episode] = 0
        if self.shaped:
            self.reward[episode] = (self.joined[episode] - before) / cython.cast(
                cython.double, self.boards.pairs[self.row[episode]]
            )
        if move != NOTHING:
            self.look(episode)
        if self.solved(episode):
            self.reward[episode] += move != NOTHING
            self.end[episode] = self.win[episode] = 1
        self.cut[episode] = not self.end[episode] and self.steps[episode] >= self.most_steps

    def meaning(self, episode: cython.int, action: cython.int) -> cython.int:
        """The effect of an action: NOTHING, DRAW, or ERASE (if joined, the joining link); sets `track` and `way`."""
        end: cython.int = action // self.directions
        if action < 0 or action >= self.actions or self.end[episode] or self.cut[episode]:
            return NOTHING
        self.way = action % self.directions
        if self.anywhere:
            self.track = end
            other: cython.int = self.boards.down[self.row[episode] * self.boards.size + end]
            if other >= 0 and self.behind(episode, end) < 0:
                self.track = other
        else:
            self.track = self.head(episode, end)
            if self.track < 0:
                return NOTHING
        if self.is_drawn(episode, self.track, self.way):
            if not self.undo:
                return NOTHING
            if not self.anywhere and self.is_joined(episode, end):
                return ERASE if self.behind(episode, self.track) == self.head(episode, end ^ 1) else NOTHING
            return ERASE
        if not self.anywhere and self.is_joined(episode, end):
            return NOTHING
        return DRAW if self.may_draw(episode, self.track, self.way) else NOTHING

    def behind(self, episode: cython.int, track: cython.int) -> cython.int:
        """The neighbouring track of `track` in direction `self.way`, -1 for none."""
        return self.boards.lattice[(self.row[episode] * self.tracks + track) * self.directions + self.way]

    def look(self, episode: cython.int) -> cython.void:
        """Update `masks` and `heads`, and end the episode if no action is allowed."""
        first: cython.int = episode * self.actions
        any_left: cython.int = 0
        solved: cython.bint = self.solved(episode)
        if self.anywhere or self.undo or solved:
            for action in range(self.actions):
                self.mask[first + action] = 0 if solved else self.meaning(episode, action) != NOTHING
                any_left |= self.mask[first + action]
            self.look_at_heads(episode)
        else:
            any_left = self.look_at_heads(episode)
        self.end[episode] = not any_left

    def look_at_heads(self, episode: cython.int) -> cython.int:
        """Update `heads` and their plane; if actions only extend ends, also `masks`, and return 1 if any is allowed."""
        any_left: cython.int = 0
        row: cython.int = self.row[episode] * self.tracks
        heads: cython.int = 2 * episode * self.boards.numbers
        first: cython.int = episode * self.actions
        simple: cython.bint = not (self.anywhere or self.undo)
        ends: cython.int = 2 * self.boards.pairs[self.row[episode]]
        for end in range(ends):
            if self.tip[heads + end] >= 0:
                self.show(episode, 2, self.tip[heads + end], 0)
        for end in range(ends):
            track: cython.int = self.head(episode, end)
            free: cython.bint = self.met[heads + end] < 0
            self.tip[heads + end] = self.boards.cell[row + track]
            if free:
                self.show(episode, 2, self.boards.cell[row + track], 1)
            if simple:
                for way in range(self.directions):
                    self.mask[first] = free and self.may_draw(episode, track, way)
                    any_left |= self.mask[first]
                    first += 1
        return any_left
