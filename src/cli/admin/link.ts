import { Command, Option } from 'commander'

type LinkOptions = { url?: string; data: string; open: boolean; json: boolean }

/** `plugboard admin link` */
export const adminLink = (): Command =>
  new Command('link')
    .description('Get a one-time link that signs you in to the console of a running service')
    .addOption(
      new Option(
        '--url <address>',
        'URL of the service; default: where its settings or its data folder say',
      ).env('PLUGBOARD_BASE_URL'),
    )
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
      const [{ requestLink }, { readAdminConfig }, { findAddress }] = await Promise.all([
        import('./request-link.ts'),
        import('./run-admin.ts'),
        import('./find-address.ts'),
      ])
      const config = await readAdminConfig(options)
      const url = await requestLink(await findAddress(options, config), config.rootKeys)
      console.log(options.json ? JSON.stringify({ url }) : url)
      if (!options.open) return
      const { openInBrowser } = await import('../open-in-browser.ts')
      openInBrowser(url)
    })
