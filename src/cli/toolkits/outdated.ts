import { Command } from 'commander'
import type { AvailableToolkit } from '../../contract/index.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type OutdatedOptions = ConnectionOptions & { offline: boolean; json: boolean }

/** `plugboard toolkits outdated` */
export const listOutdatedToolkits = (): Command =>
  withConnection(
    new Command('outdated')
      .description(
        'List the toolkits whose recipe or description has changed since they were added',
      )
      .option('--offline', 'compare recipes only, without asking the APIs', false)
      .option('--json', 'print JSON', false),
  ).action(async ({ offline, json, ...connection }: OutdatedOptions) => {
    const client = await connectToService(connection)
    const { listEveryAvailable } = await import('./list-every-available.ts')
    const items = (
      await listEveryAvailable(client, {
        installed: 'true',
        ...(!offline && { check_descriptions: 'true' }),
      })
    ).filter(({ installed }) => reasonsOf(installed).length > 0)
    const { printList } = await import('../print-list.ts')
    printList(
      { items },
      {
        TOOLKIT: ({ slug }) => slug,
        VERSION: ({ installed }) => installed?.version ?? null,
        REASON: ({ installed }) => reasonsOf(installed).join(', '),
        'NEXT STEP': ({ slug, installed }) =>
          installed?.current === false || installed?.description === 'changed'
            ? `plugboard toolkits update ${slug}`
            : null,
      },
      {
        json,
        nothing: offline
          ? 'All toolkits have the recipes of this service. Without --offline, their descriptions are compared, too.'
          : 'All toolkits are up to date.',
      },
    )
  })

const reasonsOf = (installed: AvailableToolkit['installed']): string[] =>
  installed?.managed
    ? [
        ...(installed.current ? [] : ['another recipe']),
        ...(installed.description === 'changed' ? ['another description'] : []),
        ...(installed.description === 'unknown'
          ? [`description not read: ${installed.description_problem}`]
          : []),
      ]
    : []
