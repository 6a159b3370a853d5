import { styleText } from 'node:util'
import { quote } from '../quote.ts'
import { unconfirmedLinks } from '../unconfirmed-links.ts'
import { isLoopback } from './is-loopback.ts'
import type { Development, DevelopmentOptions } from './start-development.ts'
import { toTyped } from '../to-typed.ts'

/** The screen that `plugboard dev` prints when it is ready: its address, keys and next steps. */
export const startScreen = async (
  development: Development,
  options: DevelopmentOptions,
): Promise<string> => {
  const { url, consoleUrl, apiKey, userApiKey, orgApiKey, sample, folder, engine } = development
  return [
    '',
    `  ${styleText('bold', 'Plugboard is running')} at ${styleText('cyan', url)}`,
    '',
    ...(consoleUrl === null
      ? []
      : [
          `  Console ${styleText('dim', '(this link works once)')}`,
          `    ${styleText('cyan', consoleUrl)}`,
          '',
        ]),
    ...toRows([
      [
        'Data',
        `${folder} (${engine === 'sqlite' ? 'SQLite' : 'keys only; the database is PostgreSQL'})`,
      ],
      ['Project key', apiKey],
      ['User key', userApiKey],
      ['Organization key', orgApiKey],
      ...(sample
        ? [
            ['Sample tracker', sample.trackerUrl],
            ["Tracker's API key", sample.trackerApiKey],
            ['Sample calendar', sample.calendarUrl],
            ['Sample echo', sample.echoUrl],
          ]
        : []),
    ]),
    '',
    '  Try next, in another terminal:',
    ...nextCommands(development).map(
      (command) => `    ${styleText('cyan', toTyped(withData(command, options), process.env))}`,
    ),
    '',
    '  For code:',
    `    ${styleText('cyan', `export PLUGBOARD_BASE_URL=${url} PLUGBOARD_API_KEY=${apiKey}`)}`,
    ...(isLoopback(options.host)
      ? []
      : [
          '',
          `  ${styleText('yellow', 'Other machines can reach this service.')} Set PLUGBOARD_PUBLIC_URL to the address that they use.`,
        ]),
    ...((await development.confirmsEveryLink())
      ? []
      : [
          '',
          ...toTyped(withData(unconfirmedLinks, options), process.env)
            .split('\n')
            .map((line) => `  ${styleText('dim', line)}`),
        ]),
    '',
    '  Press Ctrl+C to stop it.',
    '',
  ].join('\n')
}

const toRows = (rows: string[][]): string[] =>
  rows.map(([name = '', value = '']) => `  ${styleText('dim', name.padEnd(18))} ${value}`)

const nextCommands = ({ sample }: Development): string[] =>
  sample
    ? [
        // It asks for the key, which would otherwise stay in the shell's history.
        'plugboard connect tracker --user ada',
        'plugboard connect calendar --user ada',
        'plugboard tools search "create an issue"',
        'plugboard tools execute TRACKER_CREATE_ISSUE --user ada --arguments \'{"title": "The door is broken"}\'',
      ]
    : [
        'plugboard toolkits import <openapi file or URL> --slug <name>',
        'plugboard toolkits list',
        'plugboard tools search "<task>"',
      ]

/** The text ends with a command. */
const withData = (command: string, { data }: DevelopmentOptions): string =>
  data === '.plugboard' ? command : `${command} --data ${quote(data)}`
