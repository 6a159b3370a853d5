import { Command, Option } from 'commander'
import { CliError } from '../cli-error.ts'

type RotateOptions = { data: string; json: boolean }

/** `plugboard keys rotate` */
export const rotateKeys = (): Command =>
  new Command('rotate')
    .description('Make a new root key; the service then moves every project under it while it runs')
    .addOption(
      new Option(
        '--data <folder>',
        'data folder of plugboard dev, which holds the root keys where PLUGBOARD_ROOT_KEYS is not set',
      )
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option(
      '--json',
      'print JSON: version and entry of the new key, whether it is in place already',
      false,
    )
    .addHelpText(
      'after',
      '\nA service reads its root keys when it starts. Until every project is under the new key the former ones must stay in the ring; the service refuses to start without one that is still needed.',
    )
    .action(async (options: RotateOptions) => {
      const [{ nextRootKey }, { keepRootKeys, readKeptRootKeys }] = await Promise.all([
        import('./next-root-key.ts'),
        import('../development/root-key.ts'),
      ])
      const set = process.env['PLUGBOARD_ROOT_KEYS']
      const ring = set || (await readKeptRootKeys(options.data))
      if (!ring)
        throw new CliError(
          `There are no root keys: PLUGBOARD_ROOT_KEYS is not set, and there is no root.key in ${options.data}`,
          {
            suggestedFix:
              'Set PLUGBOARD_ROOT_KEYS as for plugboard start, or name the data folder of plugboard dev with --data',
          },
        )
      const next = nextRootKey(ring)
      if (!set) await keepRootKeys(options.data, `${next.entry},${ring}`)
      if (options.json)
        return console.log(
          JSON.stringify({ version: next.version, entry: next.entry, in_place: !set }),
        )
      console.log(
        set
          ? toSteps(next)
          : `The new root key, version ${next.version}, is in ${options.data}/root.key. Start plugboard dev again: it then moves every project under it.`,
      )
    })

const toSteps = ({
  version,
  entry,
  current,
}: {
  version: string
  entry: string
  current: string
}): string =>
  [
    `The new root key is version ${version}. It is shown only now, and is as secret as the others:`,
    '',
    `  ${entry}`,
    '',
    '1. Where several nodes run: add it at the end of PLUGBOARD_ROOT_KEYS of each, and restart them one after another.',
    `   Version ${current} stays in use, and every node can read what another writes with version ${version} from step 2 on.`,
    '2. Put it at the front of PLUGBOARD_ROOT_KEYS, before the others, and restart the nodes one after another.',
    '   They move every project under it in the background, and log "moved data keys under the current root key".',
    `3. Then take version ${current} out, and restart. A service that still needs it refuses to start and says so.`,
  ].join('\n')
