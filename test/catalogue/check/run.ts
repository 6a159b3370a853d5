/**
 * For maintainers: imports every recipe of the catalogue, or those that are named, and says where
 * the outcome is not the committed summary. `npm run catalogue:check -- --online gmail slack`.
 */
import { parseArgs } from 'node:util'
import { openService } from '../../github/open-service.ts'
import { readRecipe, recipeSlugs } from '../read-recipe.ts'
import { checkToolkit, type Verdict } from './check-toolkit.ts'

const usage = `Usage: npm run catalogue:check -- [--online] [--mirror <url>] [slug …]

  --online         fetch the descriptions from their addresses; else TEST_DATA has collected ones
  --mirror <url>   with --online: fetch https://host/path from <url>/host/path`

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { online: { type: 'boolean', default: false }, mirror: { type: 'string' } },
  })
  const unknown = positionals.filter((slug) => !recipeSlugs.includes(slug))
  if (unknown.length > 0) throw new Error(`The catalogue has no ${unknown.join(', ')}`)
  if (values.mirror !== undefined && !(values.online && URL.canParse(values.mirror)))
    throw new Error('--mirror needs an http(s) address, and --online')
  return {
    slugs: positionals.length > 0 ? positionals : recipeSlugs,
    isOnline: values.online,
    mirror: values.mirror?.replace(/\/$/, ''),
  }
}

const check = async ({ slugs, isOnline, mirror }: ReturnType<typeof readArguments>) => {
  const { client, close } = await openService(
    'sqlite',
    mirror ? [`import@${new URL(mirror).host}`] : [],
  )
  const verdicts: Verdict[] = []
  try {
    // One after the other: maintainers wait for the network, and vendors are not to be hurried.
    for (const slug of slugs) {
      const verdict = await checkToolkit(client, readRecipe(slug), { isOnline, mirror })
      verdicts.push(verdict)
      console.log(`${verdict.result.padEnd(8)} ${slug}: ${verdict.lines.join('\n           ')}`)
    }
  } finally {
    await close()
  }
  const counts = Map.groupBy(verdicts, ({ result }) => result)
  console.log([...counts].map(([result, of]) => `${of.length} ${result}`).join(', '))
  return verdicts.every(({ result }) => result === 'ok' || result === 'skipped')
}

try {
  const given = readArguments()
  process.exitCode = (await check(given)) ? 0 : 1
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 2
}
