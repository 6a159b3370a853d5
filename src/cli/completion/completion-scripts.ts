/** Scripts that ask `plugboard complete` for the candidates of each word. */
export const completionScripts = {
  bash: `_plugboard() {
  local IFS=$'\\n' line
  COMPREPLY=()
  for line in $(plugboard complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done
}
complete -o default -F _plugboard plugboard`,
  zsh: `_plugboard() {
  local -a candidates
  local line
  while IFS= read -r line; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(plugboard complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe plugboard candidates; else _files; fi
}
compdef _plugboard plugboard`,
  fish: `complete -c plugboard -f -n 'test -n "$(plugboard complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)"' -a '(plugboard complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const
