import { Argument, Command } from 'commander'

/** `plugboard completion`, and `plugboard complete`, which the scripts it prints call. */
export const completion = (): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('Print a script that completes commands in a shell')
    .addHelpText(
      'after',
      [
        '',
        'For a plugboard that is in the PATH. Add the line of your shell to its startup file:',
        '  bash  source <(plugboard completion bash)      # ~/.bashrc',
        '  zsh   source <(plugboard completion zsh)       # ~/.zshrc, after compinit',
        '  fish  plugboard completion fish | source       # ~/.config/fish/config.fish',
      ].join('\n'),
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScripts } = await import('./completion/completion-scripts.ts')
      console.log(completionScripts[shell])
    })

/** Not for people: prints what the last of the words can be, with a description. */
export const complete = (): Command =>
  new Command('complete')
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: string[], _: unknown, command: Command) => {
      const { toCandidates } = await import('./completion/to-candidates.ts')
      if (command.parent) for (const line of toCandidates(command.parent, words)) console.log(line)
    })
