# Prints a line for each public type that C++ headers define: FILE NAME, where the name of a nested type contains the class, as in
# Character::Counters. Classes, structs, unions, enumerations and aliases count; private and protected ones, forward declarations and
# using-declarations do not. Good for code that clang-format has formatted; knows no macros.

function flush_file() {
  if (text != "") scan(text, file)
  text = ""
}

function drop_template(s,    i, c, depth) {
  depth = 0
  for (i = 1; i <= length(s); ++i) {
    c = substr(s, i, 1)
    if (c == "<") ++depth
    if (c == ">" && --depth == 0) break
  }
  s = substr(s, i + 1)
  gsub(/^[ \t\n]+/, "", s)
  return s
}

# A statement without attributes and template parameters.
function plain(s) {
  gsub(/\[\[[^]]*\]\]/, " ", s)
  gsub(/alignas\([^()]*\)/, " ", s)
  gsub(/^[ \t\n]+|[ \t\n]+$/, "", s)
  if (s ~ /^template *</) s = drop_template(s)
  return s
}

function name_after(s, words) {
  sub(words, "", s)
  return match(s, /^[A-Za-z_][A-Za-z_0-9]*/) ? substr(s, 1, RLENGTH) : ""
}

function report(name) {
  if (name != "" && is_public[level]) print file, outer[level] name
}

function skip_braces(s, i, n,    c, depth) {
  depth = 0
  for (; i <= n; ++i) {
    c = substr(s, i, 1)
    if (c == "{") ++depth
    if (c == "}" && --depth == 0) return i
  }
  return n
}

function scan(s, name,    i, n, c, head, word) {
  n = length(s)
  level = 0
  is_public[0] = 1; outer[0] = ""; statement = ""
  for (i = 1; i <= n; ++i) {
    c = substr(s, i, 1)
    if (c == ":" && statement ~ /^[ \t\n]*(public|private|protected)[ \t\n]*$/) {
      is_public[level] = statement ~ /public/ && shown[level]
      statement = ""
      continue
    }
    if (c == "{") {
      head = plain(statement)
      if (head ~ /^(inline +)?namespace([^a-zA-Z_]|$)/) {
        ++level
        is_public[level] = shown[level] = 1; outer[level] = ""
      } else if (head ~ /^(class|struct|union)[ \n]/ && head !~ /\)[^:]*$/) {
        word = name_after(head, "^(class|struct|union)[ \n]+")
        report(word)
        ++level
        shown[level] = is_public[level - 1]
        is_public[level] = shown[level] && head !~ /^class/
        outer[level] = outer[level - 1] (word == "" ? "" : word "::")
      } else {
        if (head ~ /^enum[ \n]/) report(name_after(head, "^enum[ \n]+((class|struct)[ \n]+)?"))
        i = skip_braces(s, i, n)
        # The values of members before the body of a constructor are followed by a comma or the body.
        if (substr(s, i + 1, 1) == "," || head ~ /\) *:[^:].*[A-Za-z_0-9]$/) { statement = statement "{}"; continue }
      }
      statement = ""
      continue
    }
    if (c == "}") {
      if (level > 0) --level
      statement = ""
      continue
    }
    if (c == ";") {
      head = plain(statement)
      if (head ~ /^using +[A-Za-z_0-9]+ *=/) report(name_after(head, "^using +"))
      statement = ""
      continue
    }
    statement = statement c
  }
}

FNR == 1 { flush_file(); file = FILENAME }
{
  line = $0
  if (line ~ /^[ \t]*(#|\/\/)/) next
  gsub(/\\["'\\]/, "", line)
  gsub(/"[^"]*"/, "\"\"", line)
  gsub(/'[^']*'/, "0", line)
  sub(/\/\/.*/, "", line)
  text = text line "\n"
}
END { flush_file() }
