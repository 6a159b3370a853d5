import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { readRecipe } from '../read-recipe.ts'
import { isThorough } from '../../support/thorough.ts'

const program = fileURLToPath(new URL('run.ts', import.meta.url))

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['-C', 'plugboard-source', program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', TEST_DATA: '/nowhere' },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )

/** A description with the featured operations of Exa that its recipe does not declare, and no more. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Exa', version: '2.0.0' },
  servers: [{ url: 'https://api.exa.ai' }],
  paths: Object.fromEntries(
    readRecipe('exa').tools.flatMap(({ operation }) =>
      operation === undefined
        ? []
        : [
            [
              `/${operation}`,
              { post: { operationId: operation, responses: { 200: { description: 'ok' } } } },
            ],
          ],
    ),
  ),
}

it(
  'fetches descriptions, and says where a toolkit is no longer as it was',
  { timeout: 60_000 },
  async () => {
    verifies('catalogue.check')
    const mirror = await startUpstream((_request, response) => json(response, 200, description))
    const { code, stdout } = await run('--online', '--mirror', mirror.url, 'exa', 'perplexityai')
    expect(mirror.received.map(({ url }) => url)).toEqual([
      readRecipe('exa').description.urls[0]?.replace('https:/', ''),
    ])
    expect(stdout).toMatch(/^changed {2}exa: .*\n/m)
    expect(stdout).toMatch(/^ok {7}perplexityai: 3 tools, 3 featured$/m)
    expect(stdout).toMatch(/^1 changed, 1 ok$/m)
    expect(code).toBe(1)
  },
)

it.runIf(isThorough)('says that an address holds no description', { timeout: 60_000 }, async () => {
  verifies('catalogue.check')
  const mirror = await startUpstream((_request, response) => json(response, 404, {}))
  const { code, stdout } = await run('--online', '--mirror', mirror.url, 'exa')
  expect(stdout).toMatch(/^failed {3}exa: .*404/m)
  expect(code).toBe(1)
})

it.runIf(isThorough)(
  'needs no network and no data for what recipes declare themselves',
  { timeout: 60_000 },
  async () => {
    verifies('catalogue.check')
    const { code, stdout } = await run('perplexityai', 'exa', 'linear_mcp')
    expect(stdout).toMatch(/^skipped {2}exa: no description was collected$/m)
    expect(stdout).toMatch(/^2 skipped|1 ok/m)
    expect(code).toBe(0)
  },
)

it.runIf(isThorough)('names what it does not know', async () => {
  verifies('catalogue.check')
  expect(await run('nothing_like_it')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The catalogue has no nothing_like_it'),
  })
})
