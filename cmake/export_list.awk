# Prints a version script for the linker: of the symbols that the objects define, those whose names the public headers declare; all others are hidden.
#   awk -f export_list.awk HEADER... - <SYMBOLS       (SYMBOLS: lines "mangled<TAB>demangled")
# A name counts as declared where it follows class, struct, union, enum or namespace, or stands before "(" in a header. A symbol is exported if each part
# of its qualified name is declared. This needs no macro at each declaration, so no declaration can lack one.
FILENAME != "-" {
  sub(/\/\/.*/, "")
  line = $0
  while (match(line, /[A-Za-z_][A-Za-z_0-9]* *\(/)) {
    name = substr(line, RSTART, RLENGTH)
    sub(/ *\($/, "", name)
    declared[name] = 1
    line = substr(line, RSTART + RLENGTH)
  }
  line = $0
  while (match(line, /(class|struct|union|enum|namespace) +[A-Za-z_][A-Za-z_0-9:]*/)) {
    name = substr(line, RSTART, RLENGTH)
    sub(/.* /, "", name)
    n = split(name, names, "::")
    for (i = 1; i <= n; ++i) declared[names[i]] = 1
    line = substr(line, RSTART + RLENGTH)
  }
  if ($0 ~ /operator/) declared["operator"] = 1
  if ($0 ~ /^extern .* [A-Za-z_0-9]+(\[|;)/) declared[variable_name($0)] = 1
  next
}
function variable_name(text) {
  sub(/(\[.*|;.*)$/, "", text)
  sub(/.* /, "", text)
  return text
}
function is_public(name, parts, n, i, part) {
  sub(/^(vtable|typeinfo|typeinfo name|VTT) for /, "", name)
  sub(/\[abi:[a-z0-9]+\]/, "", name)
  # Without arguments of functions and templates.
  while (gsub(/<[^<>]*>/, "", name)) {}
  sub(/\(.*$/, "", name)
  if (name !~ /(^| )skelter::/) return 0
  sub(/^.*skelter::/, "skelter::", name)
  n = split(name, parts, "::")
  for (i = 1; i <= n; ++i) {
    part = parts[i]
    sub(/^~/, "", part)
    if (part ~ /^operator/) part = "operator"
    if (!(part in declared)) return 0
  }
  return 1
}
{
  tab = index($0, "\t")
  if (is_public(substr($0, tab + 1))) exported[substr($0, 1, tab - 1)] = 1
}
END {
  print "{\n  global:"
  for (symbol in exported) print "    " symbol ";" | "LC_ALL=C sort"
  close("LC_ALL=C sort")
  print "  local: *;\n};"
}
