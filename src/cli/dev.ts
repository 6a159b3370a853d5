import { Command, Option } from 'commander'
import type { Development } from './development/start-development.ts'
import { parsePort } from './parse-port.ts'

type DevOptions = {
  port: number
  host: string
  data: string
  sample: boolean
  expose: boolean
  record?: string
  replay?: string
  reports: string
  open: boolean
  json: boolean
}

/** `plugboard dev`: starts a development service, which needs no settings. */
export const dev = (): Command =>
  new Command('dev')
    .summary('Start a development service, which needs no settings')
    .description(
      'Start a development service: it needs no settings, and prints its keys on every start',
    )
    .addOption(
      new Option('--port <number>', '0 takes any free port')
        .env('PLUGBOARD_PORT')
        .argParser(parsePort)
        .default(8787),
    )
    .addOption(
      new Option('--host <address>', 'host to listen on')
        .env('PLUGBOARD_HOST')
        .default('127.0.0.1'),
    )
    .addOption(
      new Option('--data <folder>', 'folder for the database and the keys')
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option(
      '--sample',
      'also start sample third parties (an issue tracker, a calendar with OAuth, an echo service) and import their tools',
      false,
    )
    .option('--expose', 'allow a --host that is reachable from other machines', false)
    .option(
      '--record <folder>',
      'record the responses of third parties to a folder, by connected account and without credentials',
    )
    .addOption(
      new Option(
        '--replay <folder>',
        'replay the responses from such a folder instead of calling third parties',
      ).conflicts('record'),
    )
    .addOption(
      new Option('--reports <folder>', 'folder with reports of plugboard eval, for the console')
        .env('PLUGBOARD_EVAL_REPORTS')
        .default('eval-reports'),
    )
    .option('--open', 'open the console in the browser, signed in', false)
    .option(
      '--json',
      'print one line of JSON when ready: url, consoleUrl, apiKey, userApiKey, orgApiKey, sample',
      false,
    )
    .addHelpText(
      'after',
      '\nDATABASE_URL=postgres://… uses PostgreSQL instead of a file in the data folder; PLUGBOARD_LOG_LEVEL=info logs more.',
    )
    .action(async (options: DevOptions) => {
      const { stopSignal, untilStopped } = await import('./stop-signal.ts')
      const stop = stopSignal()
      // Before the server is loaded, which keeps the classes that it finds.
      const { installFetch } = await import('../service/platform/outbound/install-fetch.ts')
      installFetch()
      const { startDevelopment } = await import('./development/start-development.ts')
      const development = await startDevelopment(options, process.env)
      if (!stop.aborted) await present(development, options)
      await untilStopped(stop)
      await development.close()
      process.exit(0)
    })

const present = async (development: Development, options: DevOptions): Promise<void> => {
  console.log(options.json ? toJsonLine(development) : await toScreen(development, options))
  if (options.open) await openConsole(development)
}

const openConsole = async ({ url, consoleUrl }: Development): Promise<void> => {
  const { openInBrowser } = await import('./open-in-browser.ts')
  openInBrowser(consoleUrl ?? `${url}/console`)
}

const toJsonLine = (development: Development): string => {
  const { url, consoleUrl, apiKey, userApiKey, orgApiKey, sample } = development
  return JSON.stringify({ url, consoleUrl, apiKey, userApiKey, orgApiKey, sample })
}

const toScreen = async (development: Development, options: DevOptions): Promise<string> => {
  const { startScreen } = await import('./development/start-screen.ts')
  return startScreen(development, options)
}
