import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Something that the palette offers: it leads to an address, or does something. */
export type Command = { title: string; hint?: string } & ({ href: string } | { run: () => void })

/** Those of the screen that is open. */
export const screenCommands = signal<readonly Command[]>([])

/**
 * Offers commands in the palette (Ctrl-K) while a screen is open.
 *
 * @example useCommands([{ title: 'Pause the stream', run: pause }])
 */
export const useCommands = (commands: readonly Command[]): void => {
  useEffect(() => {
    screenCommands.value = commands
    return () => {
      screenCommands.value = []
    }
  }, [commands.map(({ title }) => title).join('\n')])
}
