/**
 * A command of `plugboard` as it is typed where this one was started: through npx, through the
 * script of a clone of the project, or by itself.
 *
 * @example toTyped('plugboard connect tracker', process.env) // 'npx plugboard connect tracker'
 */
export const toTyped = (command: string, environment: NodeJS.ProcessEnv): string => {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
  if (event === 'npx' && /^"?plugboard\b/.test(script)) return `npx ${command}`
  if (event === 'plugboard') return command.replace(/^plugboard /, 'npm run plugboard -- ')
  return command
}
