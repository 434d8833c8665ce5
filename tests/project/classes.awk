# Prints a line for each class and struct of C++ files: FILE NAME MEMBERS FUNCTIONS, where MEMBERS are data members of an object
# (constants and other static ones do not count) and FUNCTIONS are declared in the class, constructors and operators included; friends,
# types and what a base class has do not count. Good for code that clang-format has formatted; knows no macros.

function flush_file() {
  if (text == "") return
  scan(text, file)
  text = ""
}

# Takes out what stands between brackets of one kind, outermost first.
function drop_nested(s, open, close_,    i, c, depth, out) {
  depth = 0; out = ""
  for (i = 1; i <= length(s); ++i) {
    c = substr(s, i, 1)
    if (c == open) ++depth
    else if (c == close_ && depth > 0) { if (--depth == 0) out = out " "; continue }
    if (depth == 0) out = out c
  }
  return out
}

function count_of(s, c,    parts) { return split(s, parts, "[" c "]") }

# A statement of a class, without bodies: "data COUNT", "function", or "".
function kind_of(s,    head, parts) {
  gsub(/(public|private|protected) *:/, " ", s)
  gsub(/\[\[[^]]*\]\]/, " ", s)
  gsub(/alignas\([^()]*(\([^()]*\))?[^()]*\)/, " ", s)
  gsub(/^[ \t\n]+|[ \t\n]+$/, "", s)
  if (s ~ /^template *</) { s = drop_template(s) }
  if (s == "@") return ""
  if (s ~ /^@/) return "data " split(s, parts, ",")
  if (s == "" || s ~ /^(using|friend|typedef|static_assert|enum)([^a-z_A-Z]|$)/ || s ~ /^(class|struct|union) +[A-Za-z_]+$/) return ""
  if (s ~ /operator/) return "function"
  if (s ~ /\( *\*[a-z_]+ *\)/) return "data 1"
  head = drop_nested(drop_nested(s, "[", "]"), "<", ">")
  sub(/=.*/, "", head)  # a default value; default arguments come after the parenthesis that is looked for
  if (head ~ /\(/) return "function"
  if (s ~ /^(static|inline static|constexpr static)[^a-z_A-Z]/) return ""
  head = drop_nested(drop_nested(drop_nested(drop_nested(s, "{", "}"), "(", ")"), "[", "]"), "<", ">")
  return "data " split(head, parts, ",")
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

function end_statement(level,    kind) {
  if (class_at[level] != "") {
    kind = kind_of(statement[level])
    if (kind == "function") ++functions[level]
    else if (kind ~ /^data/) members[level] += substr(kind, 6)
  }
  statement[level] = ""
}

# The name of the class that an opening brace begins, or "".
function class_name(s) {
  gsub(/\[\[[^]]*\]\]/, " ", s)
  gsub(/alignas\([^()]*\)/, " ", s)
  gsub(/(public|private|protected) *:/, " ; ", s)
  sub(/.*;/, "", s)
  gsub(/^[ \t\n]+/, "", s)
  if (s ~ /^template *</) s = drop_template(s)
  if (s !~ /^(class|struct|union)[ \n]/) return ""
  sub(/^(class|struct|union)[ \n]+/, "", s)
  match(s, /^[A-Za-z_0-9:]+/)
  return RLENGTH > 0 ? substr(s, 1, RLENGTH) : "(unnamed)"
}

function scan(s, name,    i, n, c, level, body, last, depth) {
  n = length(s)
  level = 0
  statement[0] = ""; class_at[0] = ""; scope[0] = "file"
  for (i = 1; i <= n; ++i) {
    c = substr(s, i, 1)
    if (c == "{") {
      if (statement[level] ~ /^[ \t\n]*(inline +)?namespace([^a-zA-Z_].*)?$/) {
        statement[level] = ""
        class_at[++level] = ""; statement[level] = ""
        continue
      }
      last = class_name(statement[level])
      if (last != "") {
        statement[level] = "@ "  # a member of that class may follow, or nothing
        ++level
        class_at[level] = last; statement[level] = ""; members[level] = functions[level] = 0
        continue
      }
      # A body, or a value in braces: to its end.
      body = statement[level]
      depth = 0
      for (; i <= n; ++i) {
        c = substr(s, i, 1)
        if (c == "{") ++depth
        if (c == "}" && --depth == 0) break
      }
      gsub(/[ \t\n]+$/, "", body)
      # Values of members before the body of a constructor are followed by a comma or the body.
      if (count_of(body, "(") == count_of(body, ")") && kind_of(body) == "function" && !(body ~ /\) *:[^:]/ && body ~ /[A-Za-z_0-9]$/ && body !~ /[^A-Za-z_](const|noexcept|override|final)$/))
        end_statement(level)
      else if (body ~ /(^|[^a-z_])enum[^a-z_]/) statement[level] = "enum "
      else statement[level] = body "{}"
      continue
    }
    if (c == "}") {
      if (class_at[level] != "") print name, class_at[level], members[level], functions[level]
      if (level > 0) --level
      if (class_at[level + 1] == "") statement[level] = ""
      continue
    }
    if (c == ";") { end_statement(level); continue }
    statement[level] = statement[level] c
  }
}

FNR == 1 { flush_file(); file = FILENAME; in_comment = 0 }
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
