import { Command, Option } from 'commander'

type LinkOptions = { url?: string; data: string; open: boolean; json: boolean }

/** `plugboard admin link` */
export const adminLink = (): Command =>
  new Command('link')
    .description('Get a one-time link that signs you in to the console of a running service')
    .addOption(new Option('--url <address>', 'URL of the service').env('PLUGBOARD_BASE_URL'))
    .addOption(
      new Option('--data <folder>', 'data folder of plugboard dev, with its root key and address')
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option('--open', 'open it in the browser', false)
    .option('--json', 'print JSON: url', false)
    .addHelpText(
      'after',
      '\nThe root key proves that you run the service: PLUGBOARD_ROOT_KEYS as for plugboard start, or root.key in the data folder of plugboard dev. It is not sent. The link works once, for ten minutes.',
    )
    .action(async (options: LinkOptions) => {
      const [{ requestLink }, { findRootKeys }, { readSavedKeys }] = await Promise.all([
        import('./request-link.ts'),
        import('./find-root-keys.ts'),
        import('../development/saved-keys.ts'),
      ])
      const ring = await findRootKeys(options.data)
      const address =
        options.url ?? (await readSavedKeys(options.data))?.url ?? 'http://127.0.0.1:8787'
      const url = await requestLink(address, ring)
      console.log(options.json ? JSON.stringify({ url }) : url)
      if (!options.open) return
      const { openInBrowser } = await import('../open-in-browser.ts')
      openInBrowser(url)
    })
