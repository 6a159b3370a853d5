import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import type { LoadResult, LoadTask } from '../processes/load.ts'
import { initialize, toMcpRequest } from '../processes/mcp-messages.ts'
import { cpuSeconds } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 7
const seconds = 2
const connections = 32
const warmUpRequests = 4_000
const listed = 30
const handshakes = 10_000

type Target = { name: string; pid: number; task: Omit<LoadTask, 'until' | 'connections'> }

/**
 * What a message of the Model Context Protocol costs, against the protocol's own low-level server;
 * and what clients leave behind that never say goodbye.
 */
export const measureMcp: Part = async (built, say) => {
  const service = await startService(built, {
    channel: true,
    nodeArguments: ['--expose-gc', '--import', script('report-memory.ts')],
  })
  const load = await startProcess([script('load.ts')], { channel: true })
  let reference: ServerProcess<{ url: string }> | undefined
  try {
    const { session, server } = await fill(service)
    const headers = { 'x-api-key': service.ready.apiKey }
    const list = toMcpRequest('tools/list')
    const { tools } = await ask<{ tools: { name: string }[] }>(server, list, headers)
    const last = tools.at(-1)?.name ?? ''
    if (tools.length !== listed)
      throw new Error(`The server lists ${tools.length} tools instead of ${listed}`)
    const call = toMcpRequest('tools/call', {
      name: 'SVC_GET_TOOL_SCHEMAS',
      arguments: { tool_slugs: [last] },
    })
    const result = await ask<{ isError?: boolean }>(session, call, headers)
    if (result.isError) throw new Error(`The call failed: ${JSON.stringify(result)}`)
    const known = join(built.consumer, 'mcp-reference.json')
    await writeFile(known, JSON.stringify({ tools, result }))
    reference = await startProcess<{ url: string }>([script('mcp-reference.ts'), known])
    const ours = (url: string, { body, headers: more }: typeof call, expect: string) => ({
      pid: service.pid,
      task: { url, body, headers: { ...headers, ...more }, expect },
    })
    const theirs = ({ body, headers: more }: typeof call, expect: string) => ({
      pid: reference?.pid ?? 0,
      task: { url: reference?.ready.url ?? '', body, headers: more, expect },
    })
    const targets: Target[] = [
      { name: 'call', ...ours(session, call, last) },
      { name: 'bare call', ...theirs(call, last) },
      { name: 'list', ...ours(server, list, last) },
      { name: 'bare list', ...theirs(list, last) },
    ]
    const cpu = await measure(load, targets, say)
    const growth = await measureGrowth(
      service,
      load,
      {
        url: session,
        ...initialize,
        headers: { ...headers, ...initialize.headers },
        expect: 'protocolVersion',
      },
      say,
    )
    return [
      compare('tools/call of a tool of the session (CPU)', cpu, 'call'),
      compare(`tools/list of ${listed} tools (CPU)`, cpu, 'list'),
      rate({
        name: `memory after ${handshakes} handshakes without goodbye`,
        ours: { value: growth, unit: 'MB' },
        bar: { of: 'value', atMost: 20 },
      }),
    ]
  } finally {
    await Promise.all([load, service, reference].map((process) => process?.stop()))
  }
}

const script = (name: string): string =>
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url))

/** A session, and a server with as many tools as are listed. */
const fill = async ({ client }: ServiceProcess): Promise<{ session: string; server: string }> => {
  await importAndWait(client, { slug: 'many', name: 'Many', source: { openapi: manyTools() } })
  const session = await client.sessions.create({ body: { user_id: 'ada', toolkits: ['many'] } })
  const server = await client.mcp.createCustom({ body: { name: 'Many tools', toolkits: ['many'] } })
  return { session: session.mcp.url, server: `${server.mcp_url}?user_id=ada` }
}

const manyTools = () => ({
  openapi: '3.1.0',
  info: { title: 'Many', version: '1' },
  servers: [{ url: 'https://many.example' }],
  paths: Object.fromEntries(
    Array.from({ length: listed }, (_, index) => [
      `/things${index}/{id}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: `Get a thing of kind ${index}`,
          description: 'Answers one thing with all that is known of it, or 404 when there is none.',
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'Which thing',
              schema: { type: 'string' },
            },
            ...['page', 'per_page'].map((name) => ({
              name,
              in: 'query',
              description: 'Where to go on',
              schema: { type: 'integer', minimum: 1 },
            })),
          ],
          responses: {
            200: {
              description: 'ok',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { id: { type: 'string' }, name: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
    ]),
  ),
})

const ask = async <Result>(
  url: string,
  { body, headers }: ReturnType<typeof toMcpRequest>,
  more: Record<string, string>,
): Promise<Result> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more, ...headers },
    body,
  })
  const { result, error } = (await response.json()) as {
    result?: Result
    error?: { message: string }
  }
  if (!result) throw new Error(`${url} answered ${response.status}: ${error?.message}`)
  return result
}

/** CPU of the server for each request in ms, round by round, the targets in turn. */
const measure = async (
  load: ServerProcess<unknown>,
  targets: Target[],
  say: (text: string) => void,
): Promise<Map<string, number[]>> => {
  const cpu = new Map(targets.map(({ name }): [string, number[]] => [name, []]))
  for (const { task } of targets) await run(load, task, { requests: warmUpRequests })
  for (let round = 1; round <= rounds; round += 1) {
    say(`mcp: round ${round} of ${rounds}`)
    for (const { name, pid, task } of targets) {
      const before = cpuSeconds(pid) ?? 0
      const { requests } = await run(load, task, { seconds })
      cpu.get(name)?.push((((cpuSeconds(pid) ?? Number.NaN) - before) * 1000) / requests)
    }
  }
  return cpu
}

const run = async (
  load: ServerProcess<unknown>,
  task: Target['task'],
  until: LoadTask['until'],
): Promise<LoadResult> => {
  const result = (await load.ask(
    JSON.stringify({ ...task, connections, until } satisfies LoadTask),
  )) as LoadResult
  if (result.failures > 0)
    throw new Error(
      `${result.failures} of ${result.requests} requests to ${task.url} failed, the first with ${result.firstFailure}`,
    )
  return result
}

const compare = (name: string, cpu: Map<string, number[]>, ours: string): RatedFigure => {
  const [own = [], bare = []] = [cpu.get(ours), cpu.get(`bare ${ours}`)]
  return rate({
    name,
    ours: { value: median(own), unit: 'ms' },
    reference: { value: median(bare), unit: 'ms', name: 'low-level server of the SDK' },
    ratio: median(own.map((value, index) => value / (bare[index] ?? Number.NaN))),
    bar: { of: 'ratio', atMost: 1.5 },
    note: `with key, rules and log; CPU of the server for one request, ratios of the rounds ${own.map((value, index) => (value / (bare[index] ?? Number.NaN)).toFixed(2)).join(', ')}`,
  })
}

/** What was used before counts for the service's own work, not for clients. */
const measureGrowth = async (
  service: ServiceProcess,
  load: ServerProcess<unknown>,
  task: Target['task'],
  say: (text: string) => void,
): Promise<number> => {
  await run(load, task, { requests: warmUpRequests })
  await sleep(1000)
  const before = Number(await service.ask('read'))
  say(`mcp: ${handshakes} handshakes without goodbye`)
  await run(load, task, { requests: handshakes })
  await sleep(1000)
  return Number(await service.ask('read')) - before
}
