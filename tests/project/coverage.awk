# Percent of lines that the tests run, per module. Input: gcovr --csv (file, lines, covered lines, ...). Fails when a module
# stands below `least` percent, or when there is nothing to count.

FNR == 1 { next }

{
  module = $1
  sub(/^(src|include\/skelter)\//, "", module)
  sub(/\/.*/, "", module)
  if (!(module in lines)) order[++modules] = module
  lines[module] += $2
  covered[module] += $3
}

END {
  printf "%-10s %8s %8s %8s\n", "module", "lines", "covered", "percent"
  for (i = 1; i <= modules; i++) {
    module = order[i]
    percent = lines[module] ? 100 * covered[module] / lines[module] : 100
    printf "%-10s %8d %8d %8.1f%s\n", module, lines[module], covered[module], percent, percent < least ? "  below " least : ""
    if (percent < least) bad = 1
  }
  exit bad || modules == 0 ? 1 : 0
}
