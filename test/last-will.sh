# Waits until its standard input ends, which is when the process that started it does, however
# that ends; then ends the servers and databases that name the folder $1 and removes it.
cat >/dev/null

# Gone already: the test came to its end and cleaned up itself.
[ -d "$1" ] || exit 0

list() {
  # A bare machine has no ps; a Mac has no /proc.
  [ -d /proc/self ] || { ps -e -o pid=,args=; return; }
  for process in /proc/[0-9]*; do
    # A database in a closed folder names only where it works.
    echo "${process#/proc/} $(tr '\0' ' ' <"$process/cmdline") $(readlink "$process/cwd")/"
  done 2>/dev/null
}

end() {
  list | grep -F "$1/" | grep -F "$2" | grep -vE 'last-will|grep' | while read -r pid _; do
    kill "-$3" "$pid"
  done
}

# Servers first: one that lives would start its database again.
end "$1" main.js KILL
end "$1" '/postgres -D' QUIT
sleep 1
rm -rf "$1"
