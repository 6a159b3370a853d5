/**
 * A text with the commands of `plugboard` as they are typed where this one was started: through npx,
 * through the script of a clone of the project, or by itself.
 *
 * @example toTyped('Run: plugboard connect tracker', process.env) // 'Run: npx plugboard connect tracker'
 */
export const toTyped = (text: string, environment: NodeJS.ProcessEnv): string => {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
  if (event === 'npx' && /^["']?plugboard\b/.test(script))
    return text.replaceAll(command, 'npx plugboard ')
  if (event === 'plugboard') return text.replaceAll(command, 'npm run plugboard -- ')
  return text
}

/** As a word of its own, before the name of a command. */
const command = /(?<![\w./-])plugboard (?=[a-z])/g
