import { readFileSync } from 'node:fs'

/** Every command of `plugboard` that the README shows, without its comment. */
export const readmeCommands = (): string[] => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const lines = [...readme.matchAll(/^(?:npx )?(plugboard .+?)(?: +#.*)?$/gm)]
  const inline = [...readme.matchAll(/`(?:npx )?(plugboard [^`]+)`/g)]
  return [...new Set([...lines, ...inline].flatMap(([, command = '']) => [command]))]
}
