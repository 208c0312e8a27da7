#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gpu.sh - everything that must be seen on a device, in one run of under ten minutes: bits first, then faults, then speed.
#
#   scripts/gpu.sh [--allow-no-device] [--quick]
#
#   --allow-no-device  exit status 0 where there is no device, if all the rest is well
#   --quick            without the benchmarks
#
# Programs are built for the device that is there (sm_90 without one), then run in this order; every step has its own
# log in $OUT, or build/gpu-results, and its line in the table at the end.
# Needs: CUDA 13's nvcc (scripts/cuda_toolkit.sh) with its static runtime, g++ and coreutils; compute-sanitizer, torch
# and python3 where their steps are to run. Nothing is fetched where nvcc is there, and no program links to a library
# beyond the runtime: no Catch2, no Google Benchmark.
#
# Exit status: 0 all is well, 1 a step failed, 3 there is no device.
set -uo pipefail
cd "$(dirname "$0")/.."

allow_no_device=0 quick=0
for option in "$@"; do
  case $option in
    --allow-no-device) allow_no_device=1 ;;
    --quick) quick=1 ;;
    *) echo "gpu.sh: unknown option $option; --allow-no-device or --quick" >&2 && exit 2 ;;
  esac
done

results=${OUT:-build/gpu-results}
programs=build/gpu
deadline=$((SECONDS + ${ACCRUE_GPU_SECONDS:-570}))
mkdir -p "$results" $programs
rm -rf "$results"/*.log $programs/*

steps=() outcomes=() durations=() failures=0 launches=0
device=unknown seen=0  # device: yes or no, once a program has asked; seen: by nvidia-smi

# note STEP OUTCOME SECONDS: a line of the table
note() {
  steps+=("$1") outcomes+=("$2") durations+=("$3")
  echo "-- $1: $2"
}
failed() {
  failures=$((failures + 1))
  note "$1" "FAILED: $2" "$3"
}

# limited SECONDS COMMAND..: for so long, and no longer than there is time in all.
limited() {
  local left=$((deadline - SECONDS)) limit=$1
  shift
  [[ $left -gt 0 ]] || return 124
  timeout --kill-after=5 $((limit < left ? limit : left)) "$@"
}

# why STATUS LOG: an exit status in words, with what the program said last.
why() {
  if [[ $1 == 124 || $1 == 137 ]]; then
    echo "ran out of time"
  else
    echo "exit status $1: $(tail -1 "$2" | cut -c1-100)"
  fi
}

# ---- what there is

find_tools() {
  eval "$(scripts/cuda_toolkit.sh --no-install 2>/dev/null)"
  if [[ -z $nvcc ]]; then eval "$(scripts/cuda_toolkit.sh --sanitizer)"; fi
  if [[ -z ${nvcc:-} ]]; then
    failed toolkit "there is no nvcc, see above" $SECONDS
    return
  fi
  "$nvcc" --version >"$results/toolkit.log"
  "${CXX:-g++}" --version >>"$results/toolkit.log"
  note toolkit "nvcc $(grep -o 'V[0-9.]*$' "$results/toolkit.log" | tr -d V), $("${CXX:-g++}" -dumpfullversion)" 0
}

ask_smi() {
  local log=$results/nvidia-smi.log
  arch=sm_90
  if ! command -v nvidia-smi >/dev/null; then
    note nvidia-smi "not run: there is none" 0
    return
  fi
  limited 20 nvidia-smi --query-gpu=name,compute_cap,memory.total,driver_version,clocks.sm,clocks.mem --format=csv >"$log" 2>&1
  local capability
  capability=$(sed -n 2p "$log" | cut -d, -f2 | tr -d ' .')
  if [[ $capability =~ ^[0-9]+$ ]]; then
    arch=sm_$capability seen=1
    note nvidia-smi "$(sed -n 2p "$log")" 0
  else
    note nvidia-smi "no device: $(head -1 "$log")" 0
  fi
}

# ---- programs

# compile OBJECT SOURCE OPTIONS..: one unit, as long as there is time; its seconds in a file beside its log.
compile() {
  local object=$1 source=$2 start=$SECONDS status=0
  shift 2
  limited 3600 "$nvcc" -std=c++20 -O3 -arch="$arch" -Iinclude -Itests -Ibench -Iexamples "$@" -c "$source" -o "$programs/$object.o" \
    >"$results/build-$object.log" 2>&1 || status=$?
  echo $((SECONDS - start)) >"$programs/$object.seconds"
  return $status
}

# program NAME: of units compiled by start(), linked.
units=() sources=() unit_jobs=()
start() {
  # No more at a time than there are processors.
  while [[ $(jobs -rp | wc -l) -ge $(nproc) ]]; do wait -n || true; done
  compile "$@" &
  units+=("$1") sources+=("$2") unit_jobs+=($!)
}
link() {
  local name=$1 i objects=() status=0 seconds=0 log
  log=$results/build-$name.log
  shift
  for i in "${!units[@]}"; do
    [[ " $* " == *" ${units[i]} "* ]] || continue
    wait "${unit_jobs[i]}" || status=$?
    [[ $(<"$programs/${units[i]}.seconds") -le $seconds ]] || seconds=$(<"$programs/${units[i]}.seconds")
    objects+=("$programs/${units[i]}.o")
    if [[ $status != 0 ]]; then
      failed "build $name" "$(why $status "$results/build-${units[i]}.log")" "$seconds"
      return
    fi
  done
  if limited 60 "$nvcc" -arch="$arch" -cudart static "${objects[@]}" -o "$programs/$name" >"$log" 2>&1; then
    note "build $name" "for $arch, ${#objects[@]} units" "$seconds"
  else
    failed "build $name" "$(why $? "$log")" "$seconds"
  fi
}

methods=(exact compensated kahan pairwise)
parts=("${methods[@]}" extrema extrema_of_integers integers variances exponentials several parts matrices many)
# start_digest PREFIX OPTIONS..: the longest first.
start_digest() {
  local prefix=$1 method part
  shift
  for method in "${methods[@]}"; do start "$prefix-$method" tests/cuda/digest/method.cu -DMETHOD="$method" "$@"; done
  start "$prefix-extrema" tests/cuda/digest/extrema.cu "$@"
  start "$prefix-extrema_of_integers" tests/cuda/digest/extrema.cu -DINTEGERS=1 "$@"
  for part in integers variances exponentials several parts matrices; do start "$prefix-$part" "tests/cuda/digest/$part.cu" "$@"; done
  start "$prefix-many" tests/cuda/digest/many.cu "$@"
  start "$prefix" tests/cuda/device_digest.cu "$@"
}
# In builds without NDEBUG every address is asked whether the device can read it.
build_all() {
  start_digest digest -DNDEBUG
  # (That flags change nothing is seen of two storage types as well as of four.)
  start_digest digest_fast -use_fast_math -DFEW_STORAGES
  [[ $quick == 1 ]] || start device_bench bench/cuda/device_bench.cu -DNDEBUG
  start norm_on_a_device examples/cuda/norm_on_a_device.cu
  start clip_gradients_on_a_device examples/cuda/clip_gradients_on_a_device.cu
  start statistics_on_a_device examples/cuda/statistics_on_a_device.cu
  start columns_on_a_device examples/cuda/columns_on_a_device.cu
  start rows_of_a_kernel examples/cuda/rows_of_a_kernel.cu
  link device_digest digest "${parts[@]/#/digest-}"
  link device_digest_fast digest_fast "${parts[@]/#/digest_fast-}"
  [[ $quick == 1 ]] || link device_bench device_bench
  link norm_on_a_device norm_on_a_device
  link clip_gradients_on_a_device clip_gradients_on_a_device
  link statistics_on_a_device statistics_on_a_device
  link columns_on_a_device columns_on_a_device
  link rows_of_a_kernel rows_of_a_kernel
}

# can_run STEP PROGRAM: or the step has its line already.
can_run() {
  if [[ $device == no ]]; then
    note "$1" "not run: no device" 0
  elif [[ ! -x $programs/$2 ]]; then
    note "$1" "not run: $2 is not built" 0
  elif [[ $SECONDS -ge $deadline ]]; then
    failed "$1" "no time is left" 0
  else
    return 0
  fi
  return 1
}

# digest STEP SECONDS PROGRAM OPTIONS..: the device's bits are the CPU's, and a device made them.
digest() {
  local step=$1 limit=$2 program=$3 log start=$SECONDS status count digests different
  log=$results/${step// /-}.log
  shift 3
  can_run "$step" "$program" || return
  limited "$limit" "$programs/$program" "$@" >"$log" 2>&1
  status=$?
  count=$(sed -n 's/^.*launches: *\([0-9]*\).*$/\1/p' "$log" | tail -1)
  mapfile -t digests < <(sed -n 's/^.*digest: *\([0-9a-fA-F]*\).*$/\1/p' "$log")
  mapfile -t different < <(printf '%s\n' "${digests[@]}" | sort -u)
  if [[ $status == 3 && $seen == 1 ]]; then
    failed "$step" "nvidia-smi sees a device, and the program sees none: $(tail -1 "$log")" $((SECONDS - start))
  elif [[ $status == 3 ]]; then
    device=no
    note "$step" "not run: no device" $((SECONDS - start))
  elif [[ $status != 0 ]]; then
    failed "$step" "$(why $status "$log")" $((SECONDS - start))
  elif [[ ! ${count:-0} -gt 0 ]]; then
    failed "$step" "no kernel was launched" $((SECONDS - start))
  elif [[ ${#digests[@]} -lt 2 || ${#different[@]} != 1 ]]; then
    failed "$step" "${#digests[@]} digests: ${digests[*]}" $((SECONDS - start))
  else
    device=yes launches=$((launches + count))
    note "$step" "equal, ${digests[0]}, $count launches" $((SECONDS - start))
  fi
}

# sanitize TOOL
sanitize() {
  local step=$1 log=$results/$1.log start=$SECONDS status
  can_run "$step" device_digest || return
  [[ -n $compute_sanitizer ]] || { note "$step" "not run: there is no compute-sanitizer" 0 && return; }
  limited 60 "$compute_sanitizer" --tool "$1" --error-exitcode 9 $programs/device_digest --few >"$log" 2>&1
  status=$?
  if [[ $status == 0 ]]; then
    note "$step" "$(grep -E 'SUMMARY' "$log" | tail -1 | sed 's/^=* *//')" $((SECONDS - start))
  else
    failed "$step" "$(why $status "$log")" $((SECONDS - start))
  fi
}

# example STEP PROGRAM: exits with 0 if it has the host's bits; its last line is the outcome.
example() {
  local step=$1 log=$results/$2.log start=$SECONDS status=0
  can_run "$step" "$2" || return
  limited 30 "$programs/$2" >"$log" 2>&1 || status=$?
  if [[ $status == 0 ]]; then
    note "$step" "$(tail -1 "$log")" $((SECONDS - start))
  else
    failed "$step" "$(why $status "$log")" $((SECONDS - start))
  fi
}

# measure STEP COMMAND..
measure() {
  local step=$1 log start=$SECONDS status
  log=$results/${step// /-}.log
  shift
  limited 120 "$@" >"$log" 2>&1
  status=$?
  if [[ $status == 0 ]]; then
    note "$step" "$(tail -1 "$log")" $((SECONDS - start))
  elif [[ $status == 3 ]]; then
    note "$step" "not run: $(tail -1 "$log")" $((SECONDS - start))
  else
    failed "$step" "$(why $status "$log")" $((SECONDS - start))
  fi
}

benchmarks() {
  [[ $quick == 0 ]] || { note benchmarks "not run: --quick" 0 && return; }
  can_run benchmarks device_bench || return
  measure benchmarks $programs/device_bench --json "$results/device_bench.json"
  can_run "benchmarks of torch" device_bench || return
  command -v python3 >/dev/null || { note "benchmarks of torch" "not run: there is no python3" 0 && return; }
  measure "benchmarks of torch" python3 bench/cuda/torch_bench.py --json "$results/torch_bench.json"
  cat "$results/benchmarks.log"
}

summary() {
  local i
  printf '\n| step | result | s |\n|---|---|--:|\n'
  for i in "${!steps[@]}"; do printf '| %s | %s | %s |\n' "${steps[i]}" "${outcomes[i]}" "${durations[i]}"; done
  printf '\ndevice launches: %s\n%s steps failed, %s s, logs in %s\n' "$launches" "$failures" "$SECONDS" "$results"
}

find_tools
ask_smi
[[ -z ${nvcc:-} ]] || build_all
digest "digest" 60 device_digest
digest "digest with -use_fast_math" 60 device_digest_fast
for tool in memcheck racecheck synccheck initcheck; do sanitize $tool; done
digest "100 repeats" 60 device_digest --few --repeats 100
digest "graph replay" 60 device_digest --graph
digest "two streams" 60 device_digest --streams 2
digest "around 2^31" 90 device_digest --large
example "norm of a weight" norm_on_a_device
example "clipped gradients" clip_gradients_on_a_device
example "several numbers at once" statistics_on_a_device
example "columns of a matrix" columns_on_a_device
example "pieces for kernels" rows_of_a_kernel
benchmarks
summary | tee "$results/summary.md"

[[ $failures == 0 ]] || exit 1
[[ $device == yes || $allow_no_device == 1 ]] || exit 3
