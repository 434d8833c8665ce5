# Percent of lines that the tests run, per room. Input: gcovr --csv (file, lines, covered lines, ...). Fails when a room
# stands below `least` percent, or when there is nothing to count.

FNR == 1 { next }

{
  room = $1
  sub(/^(src|include\/skelter)\//, "", room)
  sub(/\/.*/, "", room)
  if (!(room in lines)) order[++rooms] = room
  lines[room] += $2
  covered[room] += $3
}

END {
  printf "%-10s %8s %8s %8s\n", "room", "lines", "covered", "percent"
  for (i = 1; i <= rooms; i++) {
    room = order[i]
    percent = lines[room] ? 100 * covered[room] / lines[room] : 100
    printf "%-10s %8d %8d %8.1f%s\n", room, lines[room], covered[room], percent, percent < least ? "  below " least : ""
    if (percent < least) bad = 1
  }
  exit bad || rooms == 0 ? 1 : 0
}
