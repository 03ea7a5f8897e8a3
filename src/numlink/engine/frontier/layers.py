"""Results from the kept layers of a sweep: any solution by its rank, uniform samples, the exact heat of every link.

    successors[t]   `fanout` integers for each state of layer t: (index in layer t + 1) << 2 | links, or -1
    backward[t]     the number of ways to finish each state of layer t, in limbs of 63 bits

A walk from the only state of layer 0 that skips whole blocks of `backward` solutions finds the solution of any rank.
Heat: (ways into a transition) x (ways out of it) solutions use it, summed modulo as many 31-bit primes as the total
needs and combined by the Chinese remainder theorem (Knuth, TAOCP 4.3.2).
"""

from __future__ import annotations

from array import array

import cython

# 63 ones, the largest value of a limb.
LIMB = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)


def primes_below_2_31(count: int) -> list[int]:
    """The `count` largest primes below 2**31, by trial division."""
    found: list[int] = []
    candidate = 2**31 - 1
    while len(found) < count:
        if all(candidate % divisor for divisor in range(3, 46341, 2)):
            found.append(candidate)
        candidate -= 2
    return found


def traced(sweep: object, state: int = 0) -> list[list[int]]:
    """Up to two different ways, as lists of links, into a state of the last layer, read from its traces."""
    if sweep.traces is None or not sweep.size:
        return []
    origin = (1 << 31) - 1
    link_of = links_after(sweep, len(sweep.traces) - 1)
    found = []
    last = state
    for forks in range(sweep.ways_traced(last)):
        links = []
        state = last
        for layer in range(len(link_of), 0, -1):
            trace = sweep.traces[layer][state]
            second = trace >> 31 & origin
            code = (second if second and forks else trace & origin) - 1
            forks = forks and not second
            links += [link_of[layer - 1][bit] for bit in (0, 1) if code >> bit & 1]
            state = code >> 2
        found.append(links)
    return found


def links_after(sweep: object, layers: int) -> list[tuple[int, int]]:
    """The two links that bits 0 and 1 of the transitions mean in each of the first `layers` layers, -1 for no link."""
    index = {place: link for link, place in enumerate(sweep.link_places)}
    return [(index.get(2 * layer, -1), index.get(2 * layer + 1, -1)) for layer in range(layers)]


@cython.final
@cython.cclass
class Layers:
    """The layers of a sweep with `keep` that is DONE; ValueError for others, in a census, and without solutions."""

    def __init__(self, sweep: object) -> None:
        if not sweep.keep or sweep.status != 1 or sweep.census:
            raise ValueError("layers need a sweep of a puzzle made with keep=True that is DONE")
        self.total = sweep.totals()[0]
        if self.total == 0:
            raise ValueError("there is no solution: no layers to walk")
        self.fanout = sweep.fanout
        self.limbs = sweep.limbs
        self.successors = list(sweep.kept)
        self.sizes = [len(layer) // self.fanout for layer in self.successors] + [1]
        self.link_of = links_after(sweep, len(self.successors))
        self._count_back()

    def _count_back(self) -> None:
        """Compute `backward`, from the last layer to the first, with as many limbs as the counts need."""
        while True:
            after = array("Q", bytes(8 * self.limbs))
            after[0] = 1
            backward = [after]
            carried: cython.bint = False
            for layer in range(len(self.successors) - 1, -1, -1):
                here = array("Q", bytes(8 * self.limbs * self.sizes[layer]))
                if self.sizes[layer] and self.sizes[layer + 1]:
                    carried = self.sum_back(self.successors[layer], here, after)
                if carried:
                    break
                backward.append(here)
                after = here
            if not carried:
                break
            self.limbs += 1
        backward.reverse()
        self.backward = backward

    def sum_back(
        self, successors: cython.int[::1], here: cython.ulonglong[::1], after: cython.ulonglong[::1]
    ) -> cython.bint:
        """Sum into `here`, all zero before, the backward counts from `after`; return True if a limb is lacking."""
        for state in range(len(successors) // self.fanout):
            for which in range(state * self.fanout, (state + 1) * self.fanout):
                if successors[which] < 0:
                    break
                target: cython.Py_ssize_t = (successors[which] >> 2) * self.limbs
                carry: cython.ulonglong = 0
                for limb in range(self.limbs):
                    value: cython.ulonglong = here[state * self.limbs + limb] + after[target + limb] + carry
                    here[state * self.limbs + limb] = value & LIMB
                    carry = value >> 63
                if carry:
                    return True
        return False

    def ways(self, layer: int, state: int) -> int:
        """The number of ways to finish state `state` of layer `layer`."""
        limbs = self.backward[layer][state * self.limbs : (state + 1) * self.limbs]
        return sum(int(limb) << (63 * place) for place, limb in enumerate(limbs))

    def solution(self, rank: int) -> list[int]:
        """The links, in the numbering of the swept board, of solution `rank`; raises IndexError beyond the total."""
        if not 0 <= rank < self.total:
            raise IndexError(f"there are {self.total} solutions, ranks 0 to {self.total - 1}; got {rank}")
        links = []
        state = 0
        for layer, successors in enumerate(self.successors):
            for which in range(state * self.fanout, (state + 1) * self.fanout):
                code = successors[which]
                ways = self.ways(layer + 1, code >> 2)
                if rank < ways:
                    break
                rank -= ways
            state = code >> 2
            links += [self.link_of[layer][bit] for bit in (0, 1) if code >> bit & 1]
        return links

    def heat(self) -> list[int]:
        """The exact number of solutions that use each link of the swept board.  O(states) per 31 bits of the total."""
        count = sum(1 for pair in self.link_of for link in pair if link >= 0)
        shares = [0] * count
        modulus = 1
        for prime in primes_below_2_31(self.total.bit_length() // 30 + 1):
            inverse = pow(modulus, -1, prime)
            for link, residue in enumerate(self._heat_modulo(prime, count)):
                shares[link] += modulus * ((residue - shares[link]) * inverse % prime)
            modulus *= prime
        return shares

    def _heat_modulo(self, prime: int, count: int) -> list[int]:
        """`heat` of the first `count` links, modulo `prime`."""
        self.prime = prime
        last = array("Q", [1])
        backward = [last]  # no negative indices: the compiled core does not wrap them around
        for layer in range(len(self.successors) - 1, -1, -1):
            here = array("Q", bytes(8 * self.sizes[layer]))
            self.back_modulo(self.successors[layer], here, last)
            backward.append(here)
            last = here
        backward.reverse()
        forward = array("Q", [1])
        residues = [0] * count
        tally = array("Q", [0, 0])
        for layer, successors in enumerate(self.successors):
            after = array("Q", bytes(8 * self.sizes[layer + 1]))
            tally[0] = tally[1] = 0
            self.spread(successors, forward, after, backward[layer + 1], tally)
            for bit in (0, 1):
                if self.link_of[layer][bit] >= 0:
                    residues[self.link_of[layer][bit]] = int(tally[bit])
            forward = after
        return residues

    def back_modulo(
        self, successors: cython.int[::1], here: cython.ulonglong[::1], after: cython.ulonglong[::1]
    ) -> cython.void:
        """Add to each state of layer `here` the backward counts of its successors in `after`, modulo `prime`."""
        for state in range(len(successors) // self.fanout):
            for which in range(state * self.fanout, (state + 1) * self.fanout):
                if successors[which] < 0:
                    break
                here[state] = (here[state] + after[successors[which] >> 2]) % self.prime

    def spread(
        self,
        successors: cython.int[::1],
        here: cython.ulonglong[::1],
        after: cython.ulonglong[::1],
        back_after: cython.ulonglong[::1],
        tally: cython.ulonglong[::1],
    ) -> cython.void:
        """Add the forward counts of a layer to the next and, to `tally`, the uses of its links, modulo `prime`."""
        for state in range(len(successors) // self.fanout):
            for which in range(state * self.fanout, (state + 1) * self.fanout):
                if successors[which] < 0:
                    break
                target: cython.Py_ssize_t = successors[which] >> 2
                after[target] = (after[target] + here[state]) % self.prime
                mass: cython.ulonglong = here[state] * back_after[target] % self.prime
                if successors[which] & 1:
                    tally[0] = (tally[0] + mass) % self.prime
                if successors[which] & 2:
                    tally[1] = (tally[1] + mass) % self.prime
