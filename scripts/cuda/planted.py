# SPDX-License-Identifier: MIT
"""planted.py - a good kernel in PTX and SASS, and faults that cuda_gates.py must find in it."""
import re
import sys

from kernels import Kernel

KERNEL = Kernel(role="main", method="pairwise", term="square", storage="half", accumulator="half")

PTX = """
.visible .entry planted(
	.param .u64 planted_param_0
)
.maxntid 256, 1, 1
.minnctapersm 2
{
	.reg .f32 	%f<4>;
	ld.global.v4.u32 	{%r1, %r2, %r3, %r4}, [%rd1];
	// begin inline asm
	cvt.f32.f16 %f1,%rs1;
	// end inline asm
	// begin inline asm
	mul.rn.f32 %f2,%f1,%f1;
	// end inline asm
	// begin inline asm
	{add.rn.f32 %f3,%f2,%f2;}
	// end inline asm
	// begin inline asm
	div.rn.f32 %f3,%f2,%f1;
	// end inline asm
	neg.f32 	%f2, %f3;
	abs.ftz.f32 	%f8, %f2;
	setp.equ.ftz.f32 	%p2, %f8, 0f7F800000;
	setp.lt.f32 	%p1, %f10, 0f3F800000;
	st.global.f32 	[%rd1], %f3;
	ret;
}
"""

# Division calls a function behind the EXIT, which flushes and fuses as it should.
SASS = """
	S2R R0, SR_TID.X
loop:
	LDG.E.128 R8, desc[UR4][R2.64]
	LDG.E.128.CONSTANT R12, [R2.64+0x80]
	LDG.E.LTC128B.128 R16, [R2.64+0x100]
	LDG.E.128 R20, [R2.64+0x180]
	LDG.E.128 R24, [R2.64+0x200]
	LDG.E.128 R28, [R2.64+0x280]
	LDG.E.128 R32, [R2.64+0x300]
	LDG.E.128 R36, [R2.64+0x380]
	LDG.E.128 R40, [R2.64+0x400]
	LDG.E.128 R44, [R2.64+0x480]
	LDG.E.128 R48, [R2.64+0x500]
	LDG.E.128 R52, [R2.64+0x580]
	HADD2.F32 R4, -RZ, R8.H0_H0
	HADD2.F32 R5, R52.H1_H1, -RZ.H0_H0
	HFMA2.MMA R6, -RZ, RZ, 1.875, 0
	FMUL R4, R4, R4
	FFMA R5, R5, 1, R4
	@!P1 BRA warm
	FADD.FTZ R5, R5, R5
	FADD R5, R5, R5
warm:
	FADD R4, R4, R5
	FSETP.NEU.FTZ.AND P2, PT, |R4|, +INF, PT
	IADD3 R0, R0, 0x1, RZ
	@P0 BRA loop
	MUFU.RCP R5, R4
	CALL.REL.NOINC divide
	STG.E [R2.64], R4
	EXIT
divide:
	FADD.FTZ R4, R4, R5
	FFMA R4, R4, R5, R5
	RET.REL.NODEC R2 0x0
end:
	BRA end
"""

RESOURCES = " Function planted:\n  REG:128 STACK:0 SHARED:3521 LOCAL:0 CONSTANT[0]:584 TEXTURE:0\n"

LAST_LOAD = "	LDG.E.128 R52, [R2.64+0x580]\n"
# Which text, what is replaced in it, by what, and what must be said.
PLANTED = [
    ("ptx", "mul.rn.f32", "mul.rn.ftz.f32", "flushes subnormals"),
    ("ptx", "neg.f32", "neg.ftz.f32", "flushes subnormals"),
    ("ptx", "0f7F800000", "0f00000000", "flushes subnormals"),
    ("ptx", "st.global.f32 	[%rd1], %f3", "st.global.f32 	[%rd1], %f8", "abs.ftz.f32 in line 23 flushes subnormals"),
    ("ptx", "cvt.f32.f16", "cvt.ftz.f32.f16", "flushes subnormals"),
    ("ptx", "div.rn.f32", "div.full.f32", "is an approximation"),
    ("ptx", "neg.f32", "ex2.approx.f32", "is an approximation"),
    ("ptx", "add.rn.f32", "add.f32", "names no rounding"),
    ("ptx", "{add.rn.f32 %f3", "{fma.rn.f32 %f3,%f2", "fuses an addend whose product is inexact"),
    ("ptx", "neg.f32", "fma.rn.f32", "was contracted by the compiler"),
    ("ptx", "neg.f32", "add.rn.f64", "is not inline PTX"),
    ("ptx", "mul.rn.f32", "mul.rn.bf16x2", "is arithmetic in 16 bits"),
    ("ptx", ".entry planted", ".entry vanished", "is in the PTX and not in the SASS"),
    ("sass", "FADD R4, R4, R5\n	FSETP", "FADD.FTZ R4, R4, R5\n	FSETP", "flushes subnormals"),
    ("sass", "|R4|, +INF", "|R4|, R5", "flushes subnormals"),
    ("sass", "HADD2.F32 R4, -RZ, R8.H0_H0", "HADD2.F32 R4, R9.H0_H0, R8.H0_H0", "is arithmetic in 16 bits"),
    ("sass", "FMUL R4, R4, R4", "FFMA R4, R4, R4, R5", "fuses an addend whose product is inexact"),
    ("sass", "FMUL R4, R4, R4", "DFMA R4, R4, R4, R6", "fuses an addend whose product is inexact"),
    ("sass", "FMUL R4, R4, R4", "HMUL2 R4, R4, R4", "is arithmetic in 16 bits"),
    ("sass", "FMUL R4, R4, R4", "HADD2.F32 R4, R4.H0_H0, R8.H0_H0", "is arithmetic in 16 bits"),
    ("sass", "FMUL R4, R4, R4", "HFMA2.MMA R4, R4, R5, R6", "is arithmetic in 16 bits"),
    ("sass", "FMUL R4, R4, R4", "LDL.64 R4, [R1]", "1 accesses to local memory"),
    ("sass", "	CALL.REL", "	STL [R1], R4\n	CALL.REL", "1 accesses to local memory"),
    ("sass", ".128", "", "loads of 4 bytes"),
    ("sass", LAST_LOAD, "	FADD R5, R8, R8\n" + LAST_LOAD, "11 loads before the first is used"),
    ("sass", LAST_LOAD, "", "11 loads before the first is used"),
    ("sass", "	FMUL R4, R4, R4\n", "	FMUL R4, R4, R4\n" * 400, "of the issue slots"),
    ("sass", "@P0 BRA loop", "NOP", "no loop holds its loads"),
    ("resources", "SHARED:3521", "SHARED:200000", "46 KiB under way"),
    ("resources", "REG:128", "REG:130", "130 registers"),
    ("resources", "STACK:0", "STACK:8", "8 bytes of stack"),
]


def listing(program):
    """As cuobjdump prints it: with addresses, and behind each line one of the code alone."""
    lines = re.findall(r"^(?:(\w+):|\t(.+))$", program, re.MULTILINE)
    labels, text, address = {}, "", 0
    for label, instruction in lines:
        if label:
            labels[label] = address
        address += 16 if instruction else 0
    address = 0
    for _, instruction in lines:
        if instruction:
            for label, at in labels.items():
                instruction = re.sub(rf"\b{label}$", hex(at), instruction)
            text += f"        /*{address:04x}*/                   {instruction} ;   /* 0x00000a00ff017b82 */\n{'':88}/* 0x000fe20000000800 */\n"
            address += 16
    return "	code for sm_90\n		Function : planted\n" + text


def self_test(reports):
    """Each fault must be found, and nothing in the good kernel."""
    for which, old, new, expected in [("", "", "", None), *PLANTED]:
        texts = {"ptx": PTX, "sass": SASS, "resources": RESOURCES}
        if which:
            if old not in texts[which]:
                sys.exit(f"cuda_gates.py: {old!r} is not in the planted {which}")
            texts[which] = texts[which].replace(old, new)
        (report,) = reports(texts["ptx"], listing(texts["sass"]), texts["resources"], kernel_of=lambda name: KERNEL)
        if expected is None and report.faults:
            sys.exit(f"cuda_gates.py: the good kernel is refused: {report.faults}")
        if expected is not None and not any(expected in fault for fault in report.faults):
            sys.exit(f"cuda_gates.py: {new!r} for {old!r} was not found: {report.faults}")
    print(f"cuda_gates.py: {len(PLANTED)} planted faults found")
