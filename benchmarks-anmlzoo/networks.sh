#!/usr/bin/env bash
# Times the networks of ANMLZoo: fsmrun by JMH and, if VASIM names its binary, VASim in the same run.
#
#   ANMLZOO_HOME=DIR [VASIM=PATH] benchmarks-anmlzoo/networks.sh [NETWORK...]
#
# A network is hamming, levenshtein, or a ruleset (brill, clamav, dotstar, poweren, protomata, snort), which is run as
# one network of position automata. JMH_ARGS replaces what JMH is told besides the networks.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
: "${ANMLZOO_HOME:?the folder of an ANMLZoo checkout}"
[ $# -gt 0 ] || set -- hamming levenshtein
networks=$(IFS=,; echo "$*")
args=${JMH_ARGS:-"-p threads=one,components,segments -p symbols=given,fresh"}

(cd "$root" && mvn -q -B -Pjmh -DskipTests -pl benchmarks-anmlzoo -am verify \
  "-Djmh.args=NetworkScanBenchmark -p network=$networks $args")

[ -n "${VASIM:-}" ] || { echo "VASIM is not set: no ratio to VASim" >&2; exit 0; }
for network in "$@"; do
  case $network in
    hamming) set -- "$ANMLZOO_HOME/Hamming/anml/93_20X3.1chip.anml" "$ANMLZOO_HOME/Hamming/inputs/hamming_1MB.input" ;;
    levenshtein) set -- "$ANMLZOO_HOME/Levenshtein/anml/24_20x3.1chip.anml" "$ANMLZOO_HOME/Levenshtein/inputs/DNA_1MB.input" ;;
    *) continue ;;
  esac
  network_file=$1
  if ! grep -q '<anml' "$network_file"; then
    # VASim takes a file without this root for an empty network.
    network_file=$(mktemp --suffix=.anml)
    { echo '<anml version="1.0">'; cat "$1"; echo '</anml>'; } >"$network_file"
  fi
  echo "VASim, $network:"
  time "$VASIM" -r "$network_file" "$2"
done
