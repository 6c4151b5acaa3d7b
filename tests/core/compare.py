"""Compares what thousand.c printed on two machines, law by law, in units of the last place (ulps).
usage: compare.py NATIVE OTHER [NAME]

The laws below that are made of + − × ÷ √ must have the same bits; the others may differ by so many ulps of an impact's largest
number: components that cancel lose digits of their own. SPDX-License-Identifier: BSD-3-Clause
"""
import math
import struct
import sys

# What the sines, exponentials and arcs of the machines' libraries may do to an answer. Seen: 6, 10 and 8, all on a Cortex-M4.
ALLOWED = {"compliant": 32, "compliant3": 32, "rigid3": 32}


def read(path):
    rows = []
    for line in open(path, encoding="utf-8"):
        law, index, status, *bits = line.split()
        rows.append((law, index, status, [struct.unpack(">d", bytes.fromhex(b))[0] for b in bits], bits))
    return rows


def main():
    native, other = read(sys.argv[1]), read(sys.argv[2])
    name = sys.argv[3] if len(sys.argv) > 3 else sys.argv[2]
    if not other or len(native) != len(other):
        print(f"{name}: {len(other)} answers instead of {len(native)}")
        return 1
    most, differ, count, failed = {}, {}, {}, False
    for (law, index, status, x, bits), (law2, index2, status2, y, bits2) in zip(native, other):
        count[law] = count.get(law, 0) + 1
        if (law, index, status) != (law2, index2, status2):
            print(f"{name}: {law} {index} has status {status2} instead of {status}")
            failed = True
        if bits != bits2:
            differ[law] = differ.get(law, 0) + 1
            unit = math.ulp(max(map(abs, x)))
            most[law] = max(most.get(law, 0), max(abs(a - b) for a, b in zip(x, y)) / unit)
    for law in count:
        ulps = most.get(law, 0)
        if law in differ:
            print(f"{name}: {law}: {differ[law]} of {count[law]} impacts differ, by at most {ulps:.4g} ulps (allowed: "
                  f"{ALLOWED.get(law, 0)})")  # fmt: skip
        failed |= not ulps <= ALLOWED.get(law, 0)
    same = [law for law in count if law not in differ]
    print(f"{name}: the same bits: {', '.join(same)}")
    return int(failed)


sys.exit(main())
