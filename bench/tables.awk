# Generates the tables of a page from benchmark results: awk -v results=bench/results -f bench/tables.awk PAGE
# prints the page. Text between two marks is regenerated:
#
#   <!-- table: MACHINE BENCH | ROWS | COLUMN, COLUMN, ... -->
#   <!-- /table -->
#
# MACHINE: a file of the results folder, without .csv. ROWS: a regular expression for row names;
# `mean of ROWS` gives one row of geometric means, `mean above N of ROWS` only of rows with files above N bytes.
# COLUMN: `contender` for median (least), or `a / b` for a ratio of medians, or `least a / b`; `title = ` before
# it names the column, `contender [unit]` selects one of several units. Ratios only use values of one row, as its
# contenders were measured in turns.

function stop(what) {
  print FILENAME ":" FNR ": " what > "/dev/stderr"
  failed = 1
  exit 1
}

function trim(text) {
  sub(/^ +/, "", text)
  sub(/ +$/, "", text)
  return text
}

# Reads the results of a machine once: value[machine, bench, row, contender, unit, "least" or "median"].
function load(machine,    file, line, part, key) {
  if (machine in loaded) return
  loaded[machine] = 1
  file = results "/" machine ".csv"
  while ((getline line < file) > 0) {
    if (split(line, part, ",") != 7 || part[1] == "bench") continue
    key = machine SUBSEP part[1] SUBSEP part[2]
    if (!(key in known_row)) {
      known_row[key] = 1
      row_name[machine, part[1], ++row_count[machine, part[1]]] = part[2]
    }
    key = key SUBSEP part[3]
    if (!(key in unit_of)) unit_of[key] = part[4]
    value[key, part[4], "least"] = part[5]
    value[key, part[4], "median"] = part[6]
    if (part[3] ~ /file$/ && part[4] == "bytes") file_bytes[machine, part[1], part[2]] = part[6]
  }
  close(file)
}

# Formats an integer with commas between thousands.
function whole(x,    text, digits) {
  text = sprintf("%.0f", x)
  digits = ""
  while (length(text) > 3) {
    digits = "," substr(text, length(text) - 2) digits
    text = substr(text, 1, length(text) - 3)
  }
  return text digits
}

# Formats a number with three digits.
function number(x) {
  if (x >= 99.95) return whole(x)
  if (x >= 9.995) return sprintf("%.1f", x)
  if (x >= 0.1) return sprintf("%.2f", x)
  return sprintf("%.3f", x)
}

# Key of "contender [unit]" in a row, or "" if it did not take part.
function find(row_key, contender,    unit, at, key) {
  unit = ""
  at = index(contender, " [")
  if (at > 0) {
    unit = substr(contender, at + 2, length(contender) - at - 2)
    contender = substr(contender, 1, at - 1)
  }
  key = row_key SUBSEP contender
  if (!(key in unit_of)) return ""
  if (unit == "") unit = unit_of[key]
  key = key SUBSEP unit
  return (key SUBSEP "median") in value ? key : ""
}

# A ratio of the column within a row; 0 if a contender did not take part.
function ratio(row_key, c,    a, b) {
  a = find(row_key, above[c])
  b = find(row_key, below[c])
  if (a == "" || b == "" || !(value[b, kind[c]] > 0)) return 0
  return value[a, kind[c]] / value[b, kind[c]]
}

function cell(row_key, c,    key, r) {
  if (below[c] != "") {
    r = ratio(row_key, c)
    return r > 0 ? number(r) : "-"
  }
  key = find(row_key, above[c])
  if (key == "") return "-"
  if (value[key, "least"] == value[key, "median"])
    return value[key, "median"] == int(value[key, "median"]) ? whole(value[key, "median"]) : number(value[key, "median"])
  return number(value[key, "median"]) " (" number(value[key, "least"]) ")"
}

function read_columns(text,    part, n, c, spec, at) {
  n = split(text, part, ",")
  for (c = 1; c <= n; ++c) {
    spec = trim(part[c])
    title[c] = spec
    at = index(spec, " = ")
    if (at > 0) {
      title[c] = substr(spec, 1, at - 1)
      spec = substr(spec, at + 3)
    }
    kind[c] = "median"
    if (sub(/^least /, "", spec)) kind[c] = "least"
    at = index(spec, " / ")
    above[c] = at > 0 ? trim(substr(spec, 1, at - 1)) : spec
    below[c] = at > 0 ? trim(substr(spec, at + 3)) : ""
  }
  return n
}

function print_table(spec,    field, word, machine, bench, rows, columns, c, i, name, row_key, line, printed) {
  if (split(spec, field, / [|] /) != 3 || split(trim(field[1]), word, " ") != 2) stop("a table: MACHINE BENCH | ROWS | COLUMNS")
  machine = word[1]
  bench = word[2]
  load(machine)
  if (!((machine, bench) in row_count)) stop("no results of " bench " in " results "/" machine ".csv")
  columns = read_columns(field[3])
  rows = trim(field[2])
  line = "| |"
  for (c = 1; c <= columns; ++c) line = line " " title[c] " |"
  print line
  line = "|---|"
  for (c = 1; c <= columns; ++c) line = line "---|"
  print line
  if (rows ~ /^mean /) return print_mean(machine, bench, rows, columns)
  for (i = 1; i <= row_count[machine, bench]; ++i) {
    name = row_name[machine, bench, i]
    if (name !~ rows) continue
    row_key = machine SUBSEP bench SUBSEP name
    line = "| " name " |"
    for (c = 1; c <= columns; ++c) line = line " " cell(row_key, c) " |"
    print line
    ++printed
  }
  if (!printed) stop("no row of " bench " is named as " rows)
}

function print_mean(machine, bench, rows, columns,    least_bytes, i, c, name, r, sums, counts, most_count, line, low, low_name) {
  least_bytes = 0
  if (rows ~ /^mean above /) {
    least_bytes = rows
    sub(/^mean above /, "", least_bytes)
    sub(/ of .*/, "", least_bytes)
  }
  sub(/^mean (above [0-9]+ )?of /, "", rows)
  for (i = 1; i <= row_count[machine, bench]; ++i) {
    name = row_name[machine, bench, i]
    if (name !~ rows || file_bytes[machine, bench, name] + 0 < least_bytes + 0) continue
    for (c = 1; c <= columns; ++c) {
      r = ratio(machine SUBSEP bench SUBSEP name, c)
      if (r == 0) continue
      sums[c] += log(r)
      ++counts[c]
      if (!(c in low) || r < low[c]) low[c] = r
    }
  }
  line = "| geometric mean |"
  for (c = 1; c <= columns; ++c) line = line " " (counts[c] > 0 ? number(exp(sums[c] / counts[c])) : "-") " |"
  print line
  line = "| least |"
  for (c = 1; c <= columns; ++c) line = line " " (counts[c] > 0 ? number(low[c]) : "-") " |"
  print line
  line = "| rows |"
  for (c = 1; c <= columns; ++c) line = line " " counts[c] + 0 " |"
  print line
}

/^<!-- table: .* -->$/ {
  print
  spec = $0
  sub(/^<!-- table: /, "", spec)
  sub(/ -->$/, "", spec)
  print_table(spec)
  inside = 1
  next
}
/^<!-- \/table -->$/ {
  if (!inside) stop("the end of a table that has no beginning")
  inside = 0
}
!inside { print }
END {
  if (!failed && inside) stop("a table without an end")
  if (failed) exit 1
}
