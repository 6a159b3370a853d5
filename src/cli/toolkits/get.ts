import type { Command } from 'commander'
import { record } from '../resources/resource.ts'
import { toVerbCommand } from '../resources/to-command.ts'

/** `plugboard toolkits get` */
export const getToolkit = (): Command =>
  toVerbCommand(
    record({
      name: 'get',
      operation: 'toolkits.get',
      summary: 'Show a toolkit: its versions, and what an account of it needs',
      arguments: { '<slug>': 'params.slug' },
    }),
  )
