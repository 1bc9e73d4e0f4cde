# Prints the words that zsh proposes for a line, each behind "word:". Arguments: the script and the line.
# The shell in the pseudo terminal is interactive, because zsh completes only there.
zmodload zsh/zpty
setup=$(mktemp)
trap 'rm -f $setup' EXIT
cat > $setup <<EOF
PROMPT=
autoload -Uz compinit
compinit -D -u
source $1
bindkey '^I' complete-word
comppostfuncs=(exit)
zstyle ':completion:*' insert-tab false
compadd () {
  if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    typeset -a proposed
    builtin compadd -A proposed "\$@"
    (( \$#proposed )) && print -rl -- word:\${^proposed}
  fi
  builtin compadd "\$@"
}
print ready
EOF
zpty shell zsh -f -i
zpty -w shell "source $setup"
zpty -m -r shell line '*ready*'
zpty -n -w shell "$2"$'\t'
while zpty -r shell line; do
  print -rn -- $line
done 2> /dev/null
