import { Command, Option } from 'commander'
import { CliError } from '../cli-error.ts'

type RotateOptions = { data: string; json: boolean }

/** `plugboard keys rotate` */
export const rotateKeys = (): Command =>
  new Command('rotate')
    .description(
      'Create a new root key; the running service then re-encrypts the data key of every project with it',
    )
    .addOption(
      new Option(
        '--data <folder>',
        'data folder of plugboard dev, with the root keys if PLUGBOARD_ROOT_KEYS is not set',
      )
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option(
      '--json',
      'print JSON: version and entry of the new key, and whether it is already in use',
      false,
    )
    .addHelpText(
      'after',
      '\nThe service reads its root keys on startup. Keep the previous keys until every project uses the new one; the service refuses to start without a key that is still needed.',
    )
    .action(async (options: RotateOptions) => {
      const [{ nextRootKey }, { saveRootKeys, readSavedRootKeys }] = await Promise.all([
        import('./next-root-key.ts'),
        import('../development/root-key.ts'),
      ])
      const set = process.env['PLUGBOARD_ROOT_KEYS']
      const ring = set || (await readSavedRootKeys(options.data))
      if (!ring)
        throw new CliError(
          `There are no root keys: PLUGBOARD_ROOT_KEYS is not set, and there is no root.key in ${options.data}`,
          {
            suggestedFix:
              'Set PLUGBOARD_ROOT_KEYS as for plugboard start, or pass the data folder of plugboard dev with --data',
          },
        )
      const next = nextRootKey(ring)
      if (!set) await saveRootKeys(options.data, `${next.entry},${ring}`)
      if (options.json)
        return console.log(
          JSON.stringify({ version: next.version, entry: next.entry, in_place: !set }),
        )
      console.log(
        set
          ? toSteps(next)
          : `The new root key, version ${next.version}, is in ${options.data}/root.key. Restart plugboard dev: it then moves every project to the new key.`,
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
    `The new root key is version ${version}. It is shown only once. Keep it as secret as the others:`,
    '',
    `  ${entry}`,
    '',
    '1. With several nodes: append it to PLUGBOARD_ROOT_KEYS on each, and restart them one by one.',
    `   Version ${current} remains in use, and every node can read what another node writes with version ${version} from step 2 on.`,
    '2. Move it to the front of PLUGBOARD_ROOT_KEYS, before the others, and restart the nodes one by one.',
    '   They move every project to it in the background, and one of them logs "moved data keys to the current root key".',
    `3. Then remove version ${current}, and restart. A service that still needs it refuses to start and reports it.`,
  ].join('\n')
