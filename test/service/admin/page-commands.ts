import { readFileSync } from 'node:fs'

/** Programs whose commands a page tells to type. */
const programs = /^(plugboard|tail|pg_dump|pg_restore) \S/

/**
 * The commands of `examples/deploy/README.md`, in their order: those in the text, and the lines of
 * shell blocks. `plugboard admin` alone is a name.
 */
export const pageCommands = (): string[] => {
  const page = readFileSync(new URL('../../../examples/deploy/README.md', import.meta.url), 'utf8')
  const found = [...page.matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g)].flatMap(
    ([, block, inline]) => block?.split('\n') ?? [inline ?? ''],
  )
  return found.filter((text) => programs.test(text) && text !== 'plugboard admin')
}
