import { readFileSync } from 'node:fs'
import { tracingPackages } from '../../src/cli/telemetry/tracing-packages.ts'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The packages that the README has its readers install beside this one, one list for each line. */
export const readmeInstalls = (): string[][] =>
  [...read('README.md').matchAll(/`npm install ((?:pg|@opentelemetry)[^`]*)`/g)].map(
    ([, packages = '']) => packages.split(' '),
  )

/** Those that the image of the example installs with this one. */
export const imageInstalls = (): string[] => {
  const [, line = ''] =
    /RUN npm install --omit=dev \S+\.tgz ([^&]*)&&/.exec(read('examples/deploy/Dockerfile')) ?? []
  return line.split(/[\s\\]+/).filter((name) => name !== '')
}

/** Those that the command names where they are missing. */
export const suggestedInstalls = (): string[] => tracingPackages.split(' ')

/** What the last `CMD` of the Dockerfile runs. */
export const imageCommand = (): string[] =>
  JSON.parse(
    [...read('examples/deploy/Dockerfile').matchAll(/^CMD (\[.*\])$/gm)].at(-1)?.[1] ?? '[]',
  ) as string[]

/** The variables that the Dockerfile sets. */
export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    [...read('examples/deploy/Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
  )
