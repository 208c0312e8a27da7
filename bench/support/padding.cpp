// SPDX-License-Identifier: MIT
// bench/support/padding.cpp - nothing, BENCH_PADDING bytes of it, linked before all code: a second link
// with another padding has every loop elsewhere, which moves light rows in L1 by up to 10 %.
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
asm(".pushsection .text\n.skip " TEXT(BENCH_PADDING) "\n.popsection\n");
