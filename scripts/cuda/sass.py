# SPDX-License-Identifier: MIT
"""sass.py - functions of `cuobjdump -sass` and `--dump-resource-usage`: instructions, the hot pass, loads in flight.

The hot pass is one trip round the innermost loop that holds most of the widest loads: of all ways through it, one that makes
the most of these loads, and of these the one with the fewest instructions. So slow paths that are seldom taken
(ragged blocks, carries, diverged warps) are not counted, and a loop inside of the pass is counted once. A function
without such a loop is taken as a whole.
"""
import re
from dataclasses import dataclass, field
from functools import cached_property

FUNCTION = re.compile(r"^\s*Function : (\S+)")
TARGET = re.compile(r"^code for (sm_\w+)")
INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][A-Z0-9_.]*)\s*(.*?)\s*;")
REGISTER = re.compile(r"(?<![A-Za-z])R(\d+)(\.64)?(?![0-9])")
USED_BY = re.compile(r"^\s*Function (\S+):")
USED = re.compile(r"REG:(\d+) STACK:(\d+) SHARED:(\d+) LOCAL:(\d+)")
PAIRS = ("DADD", "DMUL", "DFMA", "DSETP", "F2F.F32.F64", "F2F.F16.F64")
WIDTHS = {"256": 32, "128": 16, "64": 8, "U16": 2, "S16": 2, "U8": 1, "S8": 1}


@dataclass(frozen=True)
class Instruction:
    address: int
    guard: str
    name: str
    operands: str

    @cached_property
    def parts(self):
        return self.name.split(".")

    @property
    def kind(self):
        return self.parts[0]

    @cached_property
    def loaded(self):
        """Bytes that a thread loads from global memory."""
        if self.kind not in ("LDG", "LD"):
            return 0
        return next((WIDTHS[part] for part in self.parts[1:] if part in WIDTHS), 4)

    @property
    def target(self):
        """Where a branch goes, or None."""
        found = re.findall(r"0x([0-9a-f]+)", self.operands)
        return int(found[-1], 16) if self.kind in ("BRA", "JMP") and found else None

    @property
    def leaves(self):
        """Whether what stands behind it is reached by other ways only."""
        if self.guard and self.guard not in ("@PT", "@UPT"):
            return False
        if self.kind in ("BRA", "JMP"):
            return "DIV" not in self.parts and not re.search(r"(?<![A-Z])U?P\d", self.operands)
        return self.kind in ("EXIT", "RET", "BRX", "JMX", "KILL", "BPT")

    @cached_property
    def written(self):
        """Numbers of the registers that a load fills, of the first one of another instruction."""
        found = REGISTER.match(self.operands)
        if not found:
            return range(0)
        first = int(found.group(1))
        return range(first, first + max(1, self.loaded // 4))

    @cached_property
    def read(self):
        stores = self.kind in ("ST", "STG", "STS", "STL", "RED", "ATOM", "ATOMG")
        text = self.operands if stores else self.operands.partition(",")[2]
        numbers = set()
        for number, wide in REGISTER.findall(text):
            numbers.add(int(number))
            if wide or self.name.startswith(PAIRS):
                numbers.add(int(number) + 1)
        return numbers


@dataclass
class Function:
    name: str
    target: str
    instructions: list = field(default_factory=list)
    registers: int = 0
    stack: int = 0
    shared: int = 0
    local: int = 0

    @cached_property
    def flow(self):
        return Flow(self.instructions)

    @cached_property
    def hot(self):
        return self.flow.hot_pass()

    @property
    def local_accesses(self):
        return sum(i.kind in ("LDL", "STL") for i in self.instructions)

    def resident(self, threads):
        """Blocks of so many threads on a multiprocessor: 64 Ki registers, 2048 threads, 227 KiB of shared memory."""
        by_registers = 65536 // (threads * max(8, -(-self.registers // 8) * 8))
        by_shared = 227 * 1024 // (self.shared + 1024)
        return max(1, min(2048 // threads, by_registers, by_shared, 32))


class Flow:
    """Basic blocks of a function and how they follow on each other. Functions that are called are no part of it."""

    def __init__(self, instructions):
        self.blocks, self.next = self._divide(instructions)
        self.order = self._reverse_postorder()
        self.dominators = self._dominators()

    @staticmethod
    def _divide(instructions):
        starts = {0}
        at = {i.address: n for n, i in enumerate(instructions)}
        for n, i in enumerate(instructions):
            if i.target is not None or i.leaves:
                starts.add(n + 1)
            if i.target in at:
                starts.add(at[i.target])
        cuts = sorted(starts - {len(instructions)}) + [len(instructions)]
        block_of = {cut: b for b, cut in enumerate(cuts)}
        blocks = [instructions[cuts[b] : cuts[b + 1]] for b in range(len(cuts) - 1)]
        following = []
        for b, block in enumerate(blocks):
            last, ways = block[-1] if block else None, []
            if last is not None and not last.leaves and b + 1 < len(blocks):
                ways.append(b + 1)
            if last is not None and last.target in at:
                ways.append(block_of[at[last.target]])
            following.append(ways)
        return blocks, following

    def _reverse_postorder(self):
        done, order, stack = {0}, [], [(0, iter(self.next[0]))] if self.blocks else []
        while stack:
            block, ways = stack[-1]
            way = next((w for w in ways if w not in done), None)
            if way is None:
                order.append(block)
                stack.pop()
            else:
                done.add(way)
                stack.append((way, iter(self.next[way])))
        return order[::-1]

    def _dominators(self):
        everything = set(self.order)
        found = {b: {b} if b == 0 else everything for b in self.order}
        before = {b: [p for p in self.order if b in self.next[p]] for b in self.order}
        changed = True
        while changed:
            changed = False
            for b in self.order[1:]:
                new = {b} | set.intersection(*(found[p] for p in before[b]))
                if new != found[b]:
                    found[b], changed = new, True
        self.before = before
        return found

    def loops(self):
        """Header -> the blocks of its natural loop."""
        loops = {}
        for b in self.order:
            for head in self.next[b]:
                if head not in self.dominators[b]:
                    continue
                body, waiting = loops.setdefault(head, {head}), [b]
                while waiting:
                    block = waiting.pop()
                    if block not in body:
                        body.add(block)
                        waiting += self.before[block]
        return loops

    def _loads(self, blocks, width):
        return sum(i.loaded == width for b in blocks for i in self.blocks[b])

    def hot_pass(self):
        """Instructions of the hot pass, and whether it is a trip round a loop."""
        if not self.order:
            return [], False
        width = max((i.loaded for b in self.order for i in self.blocks[b]), default=0)
        loops, whole = self.loops(), self._loads(self.order, width)
        # A first trip may stand before the loop, and another way behind it: a quarter of the loads is enough.
        heavy = [(-self._loads(body, width), len(body), head) for head, body in loops.items() if 4 * self._loads(body, width) >= whole]
        if not width or not heavy:
            return self._best_way(0, set(self.order), width, None), False
        head = min(heavy)[-1]
        return self._best_way(head, loops[head], width, head), True

    def _best_way(self, head, region, width, back):
        """From head through the region: most loads of this width, then fewest instructions."""
        best, best_end = {head: self._weight(head, width)}, None
        came_from = {}
        position = {b: n for n, b in enumerate(self.order)}
        for b in self.order:
            if b not in best:
                continue
            inside = [w for w in self.next[b] if w in region and position[w] > position[b]]
            for way in inside:
                weight = self._weight(way, width)
                new = (best[b][0] + weight[0], best[b][1] + weight[1])
                if way not in best or new > best[way]:
                    best[way], came_from[way] = new, b
            ends = back in self.next[b] if back is not None else not inside
            if ends and (best_end is None or best[b] > best[best_end]):
                best_end = b
        way = []
        while best_end is not None:
            way.append(best_end)
            best_end = came_from.get(best_end)
        return [i for b in reversed(way) for i in self.blocks[b] if i.kind not in ("NOP", "BSSY", "BSYNC")]

    def _weight(self, block, width):
        return self._loads([block], width), -len(self.blocks[block])

    def reached(self):
        """Instructions that are reached without a call."""
        return [i for b in self.order for i in self.blocks[b]]


def in_flight(instructions, width):
    """Loads of this width that are under way whenever a loaded register is first read: the first time, and on average."""
    pending, seen = {}, []
    for number, i in enumerate(instructions):
        arrived = {pending[r] for r in i.read if r in pending}
        if arrived:
            seen.append(len(set(pending.values())))
            pending = {r: load for r, load in pending.items() if load not in arrived}
        for register in i.written:
            pending.pop(register, None)
            if i.loaded == width:
                pending[register] = number
    return (seen[0], sum(seen) / len(seen)) if seen else (0, 0.0)


def functions(listing):
    """Functions of the output of cuobjdump -sass."""
    found, target = [], ""
    for line in listing.splitlines():
        if match := TARGET.match(line.strip()):
            target = match.group(1)
        elif match := FUNCTION.match(line):
            found.append(Function(match.group(1), target))
        elif (match := INSTRUCTION.match(line)) and found:
            address, guard, name, operands = match.groups()
            found[-1].instructions.append(Instruction(int(address, 16), guard or "", name, operands))
    return found


def add_resources(found, listing):
    """Registers and memory of functions, from the output of cuobjdump --dump-resource-usage."""
    numbers, name, seen = {}, None, []
    for line in listing.splitlines():
        if match := USED_BY.match(line):
            name = match.group(1)
        elif (match := USED.search(line)) and name:
            numbers.setdefault(name, []).append([int(n) for n in match.groups()])
    for function in found:
        if function.name in numbers:
            per_target = numbers[function.name]
            seen.append(function.name)
            function.registers, function.stack, function.shared, function.local = per_target[
                min(seen.count(function.name), len(per_target)) - 1
            ]
    return found
