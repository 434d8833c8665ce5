# The summary of ./run.sh test. Input: parts.tsv (name, milliseconds, ok or FAILED), then ctest's JUnit files
# (release.xml, asan.xml, tsan.xml). A suite is what stands before the first dot of a test's name. A test that is skipped for
# all files of the corpus counts as many (tests/support/corpus.h).

function attribute(name,    value) {
  if (!match($0, "[ \t]" name "=\"[^\"]*\"")) return ""
  value = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
  gsub(/&quot;/, "\"", value); gsub(/&lt;/, "<", value); gsub(/&gt;/, ">", value); gsub(/&amp;/, "\\&", value)
  return value
}

function finish_test() {
  if (test == "") return
  if (!(suite in seconds)) order[++suites] = suite
  seconds[suite] += time
  if (status == "run") passed[suite]++
  else if (status == "notrun" && skip_message ~ /^SKIP_/) { skipped[suite]++; skip_list[++skips] = test }
  else { failed[suite]++; fail_list[++fails] = test }
  test = ""
}

FNR == 1 { finish_test(); sanitizer = match(FILENAME, /[at]san\.xml$/) ? substr(FILENAME, RSTART, 4) " " : "" }

FILENAME ~ /parts\.tsv$/ {
  split($0, part, "\t")
  part_name[++parts] = part[1]; part_ms[parts] = part[2]; part_result[parts] = part[3]
  next
}

/^[ \t]*<testcase / {
  finish_test()
  test = attribute("name"); status = attribute("status"); time = attribute("time"); skip_message = ""
  suite = test; sub(/\..*/, "", suite)
  test = sanitizer test; suite = sanitizer suite
}

/^[ \t]*<skipped / { skip_message = attribute("message") }

test != "" && status == "notrun" && /corpus not found;/ {
  without_corpus += match($0, /skipped for [0-9]+ files/) ? substr($0, RSTART + 12, RLENGTH - 18) : 1
}

END {
  finish_test()
  expected = corpus "/x/expected.json"
  if ((getline line < expected) > 0) print "Corpus: found in " corpus
  else print "Corpus: NOT FOUND in " corpus "; " without_corpus + 0 " tests were skipped for it (SKELTER_CORPUS names another folder)"

  print ""
  printf "%-26s %8s %7s %7s %8s\n", "suite", "minutes", "passed", "failed", "skipped"
  for (i = 1; i <= suites; i++) {
    s = order[i]
    printf "%-26s %8.2f %7d %7d %8d\n", s, seconds[s] / 60, passed[s], failed[s], skipped[s]
    all_passed += passed[s]; all_failed += failed[s]; all_skipped += skipped[s]
  }
  printf "%-26s %8s %7d %7d %8d\n", "all suites", "", all_passed, all_failed, all_skipped

  print ""
  printf "%-26s %8s\n", "part (with building)", "minutes"
  for (i = 1; i <= parts; i++) {
    printf "%-26s %8.2f  %s\n", part_name[i], part_ms[i] / 60000, part_result[i]
    total += part_ms[i]
    if (part_result[i] != "ok") broken++
  }
  if (skips) print "\nSkipped:"
  for (i = 1; i <= skips; i++) print "  " skip_list[i]
  if (fails) print "\nFailed:"
  for (i = 1; i <= fails; i++) print "  " fail_list[i]

  bad = broken || all_failed
  printf "\n%s in %.1f minutes\n", bad ? "FAILED" : "PASSED", total / 60000
  exit bad ? 1 : 0
}
