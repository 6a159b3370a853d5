import type { Command } from 'commander'

/** Says in the help of a group that it lists where it is given no other word. */
export const addListNote = (group: Command): Command =>
  group.addHelpText(
    'after',
    `\nplugboard ${group.name()} alone lists; its filters: plugboard ${group.name()} list --help`,
  )
