# Prints the comments of C++, GLSL and TypeScript files: FILE:LINE<tab>TEXT, a line for each comment. Lines that follow one another are one comment. A
# comment after code begins a comment of its own. Comments of /* */ are seen where each line begins with * or /*.
function flush_comment() {
  if (text != "") print place "\t" text
  text = ""
}
FNR == 1 { flush_comment(); name = FILENAME }
{
  line = $0
  whole = 0
  if (line ~ /^[ \t]*(\/\/|\/\*|\*[ \/]|\*$)/) {
    whole = 1
    sub(/^[ \t]*(\/\/[\/!]?<?|\/\*+|\*+\/?)[ \t]*/, "", line)
  } else {
    gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
    if (!match(line, /[ \t]\/\/[\/!]?<?[ \t]/)) { flush_comment(); next }
    line = substr(line, RSTART + RLENGTH)
    flush_comment()
  }
  sub(/[ \t]*\*+\/[ \t]*$/, "", line)
  if (line ~ /^[ \t]*$/ || line ~ /^(clang-format|NOLINT|shellcheck|HWY_)/) { if (whole) flush_comment(); next }
  if (text == "") { place = name ":" FNR; text = line } else text = text " " line
}
END { flush_comment() }
