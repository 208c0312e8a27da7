// SPDX-License-Identifier: MIT
// tests/headers/unit.cpp - compiled twice, with UNIT 1 and UNIT 2, and linked into one program.
#include "everything.hpp"

double of_unit_1();

#if UNIT == 1
double of_unit_1() { return everything(); }
#else
int main() { return of_unit_1() + everything() > 1 ? 1 : 0; }
#endif
