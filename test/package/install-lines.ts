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
