import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createClient, type Client } from '../../../src/client/index.ts'
import { isThorough, sampleAtDesk, triesEveryRequest } from '../../support/thorough.ts'
import { collectionsAt, type Collection } from './maximum-values.ts'
import { placesIn } from './negative-places.ts'
import { startNegativeService, type NegativeService } from './negative-service.ts'
import { createValid } from './negative-values.ts'
import { operations, type Operation } from './operations.ts'
import { sendOperation } from './send-operation.ts'
import { schemaOf, validInput, type Part } from './valid-input.ts'

/** More than any database takes in a statement; a body holds little more. */
const mostJson = 20_000
/** What fits into the address of a request. */
const mostInQuery = 400
const toolCount = 1_000

let running: NegativeService
let client: Client
let metricsUrl: string
let bigTools: string[]
beforeAll(async () => {
  const port = await findFreePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  running = await startNegativeService({ metrics: { host: '127.0.0.1', port } })
  client = createClient({ baseUrl: running.target.url, apiKey: running.target.apiKey, retries: 0 })
  const paths = Object.fromEntries(
    Array.from({ length: toolCount }, (_, index) => [
      `/read/${index}`,
      { get: { operationId: `read${index}`, responses: { 200: { description: 'ok' } } } },
    ]),
  )
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Big', version: '1' },
    servers: [{ url: running.upstream.url }],
    paths,
  }
  bigTools = (await importToolkit({ client }, { slug: 'big', source: { openapi } })).tools
}, 300_000)
afterAll(() => running.close())

const countStatements = async (): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^plugboard_database_statements\{origin="request"\} (\d+)$/m.exec(text)?.[1])
}

/** Those of the request: the metric tells them from what jobs send meanwhile. */
const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await countStatements()
  await work()
  return (await countStatements()) - before
}

/** At a desk those in which a statement an entry would show the most. */
const isTried = ({ maximum, isOpen }: Collection) =>
  triesEveryRequest || (maximum >= 500 && !isOpen)

const mostStatements = (entries: number) => 60 + entries / 20

const collectionsOf = (operation: Operation, part: Part) => {
  const schema = schemaOf(operation, part)
  const valid = createValid(running.project, running.upstream.url)
  const validAt = (inner: Parameters<typeof valid>[0], path: string) =>
    valid(inner, `${operation.name} ${part} ${path}`)
  return schema ? placesIn(schema, validAt).flatMap((place) => collectionsAt(place, validAt)) : []
}

it(
  'the largest list or map costs batches of statements, and one more entry is refused',
  { timeout: 300_000 },
  async () => {
    verifies('bounds.queries')
    const problems: string[] = []
    let tried = 0
    for (const operation of sampleAtDesk(2, operations)) {
      const input = validInput(operation, running.project, running.upstream.url)
      for (const part of ['query', 'body'] as const) {
        for (const { path, maximum, holding } of collectionsOf(operation, part).filter(isTried)) {
          const count = Math.min(maximum, part === 'query' ? mostInQuery : mostJson)
          const send = (entries: number) =>
            sendOperation(running.target, operation, { ...input, [part]: holding(entries) })
          const sent: Awaited<ReturnType<typeof send>>[] = []
          const statements = await statementsOf(async () => void sent.push(await send(count)))
          const where = `${operation.name} ${part} ${path}, ${count} entries`
          const [answer] = sent
          tried += 1
          if (statements > mostStatements(count))
            problems.push(`${where}: ${statements} statements`)
          if (!answer || answer.status >= 500)
            problems.push(`${where}: ${answer?.status} ${answer?.text.slice(0, 300)}`)
          if (answer && answer.text.length > 40_000 && answer.status >= 400)
            problems.push(`${where}: an error of ${answer.text.length} characters`)
          if (/of the request is not valid.*(Too big|at most)/.test(answer?.text ?? ''))
            problems.push(`${where}: refused ${answer?.text.slice(0, 300)}`)
          if (part === 'query' || maximum > mostJson) continue
          const more = await send(maximum + 1)
          if (more.status !== 400) problems.push(`${where}: one more is ${more.status}`)
        }
      }
    }
    expect(problems).toEqual([])
    expect(tried).toBeGreaterThan(triesEveryRequest ? 100 : isThorough ? 30 : 15)
  },
)

it(
  'a thousand tools that exist cost as little, wherever they are named',
  { timeout: 300_000 },
  async () => {
    verifies('bounds.queries')
    const toolkit = { slug: 'big' }
    const { auth_config } = await client.authConfigs.create({
      body: { toolkit, auth_config: { authScheme: 'NO_AUTH' } },
    })
    const access = {
      tools_for_connected_account_creation: bigTools,
      tools_available_for_execution: bigTools,
    }
    const costs = {
      'an auth config': await statementsOf(() =>
        client.authConfigs.update({
          params: { nanoid: auth_config.id },
          body: { type: 'custom', tool_access_config: access },
        }),
      ),
      'a session': await statementsOf(() =>
        client.sessions.create({
          body: {
            user_id: 'ada',
            tools: { big: { enable: bigTools } },
            approvals: { tools: bigTools },
          },
        }),
      ),
      'an MCP server': await statementsOf(() =>
        client.mcp.createCustom({
          body: { name: 'Big server', toolkits: ['big'], allowed_tools: bigTools },
        }),
      ),
      'a page of tools': await statementsOf(async () =>
        expect(
          (await client.tools.list({ query: { toolkit_slug: ['big'], limit: 1_000 } })).items,
        ).toHaveLength(toolCount),
      ),
    }
    expect(
      Object.entries(costs).filter(([, statements]) => statements > mostStatements(toolCount)),
    ).toEqual([])
  },
)
