#!/usr/bin/env bash
# Builds the PTX that ships, one file for each CUDA source, or the ones named. Needs nvcc 13.0.
#
# The first line of each file says of which source it is and what it holds; KernelsTest checks both, and builds anew
# where this nvcc is installed. The PTX version is lowered to what the kernels need, so that drivers from CUDA 11 on
# take it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out=${KERNELS_OUT:-src/main/resources/io/fsmrun/gpu}
if [ $# -eq 0 ]; then set -- src/main/cuda/*.cu; fi
for source in "$@"; do
  name=$(basename "$source" .cu)
  body=$(mktemp)
  nvcc -ptx -O3 -arch=compute_75 -o "$body" "$source"
  # Names of what is internal hold a hash of the folder.
  sed -i -E 's/^\.version .*/.version 7.0/; s/_INTERNAL_[0-9a-f]{8}_/_INTERNAL_00000000_/g' "$body"
  {
    echo "// $name.cu SHA-256 $(sha256sum <"$source" | cut -d' ' -f1), the rest $(sha256sum <"$body" | cut -d' ' -f1)"
    cat "$body"
  } >"$out/$name.ptx"
  rm -f "$body"
done
