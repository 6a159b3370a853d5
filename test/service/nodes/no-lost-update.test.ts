import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import {
  serveNotes,
  createProject,
  fillProject,
  type FilledProject,
} from '../../support/fill-project.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'
import { operations, type Operation } from '../interface/operations.ts'
import { sendOperation, type Sent } from '../interface/send-operation.ts'
import { validInput } from '../interface/valid-input.ts'
import { patchFields } from './patch-fields.ts'

const rounds = isThorough ? 30 : 4

/** Where a record is read that has no GET of its own path. */
const readBy: Record<string, string> = {
  'triggerInstances.setStatus': 'triggerInstances.listActive',
}

/**
 * What a node may serve as it was a moment ago, while another changes it: so long it is waited
 * before it is read.
 */
const knownForMs: Record<string, number> = { 'sessions.get': 600 }

const isPatch = ({ endpoint }: Operation) => endpoint.method === 'PATCH'

const readOf = ({ name, endpoint }: Operation): Operation => {
  const paths = [endpoint.path, endpoint.path.slice(0, endpoint.path.lastIndexOf('/'))]
  const reads = operations.filter((each) => each.endpoint.method === 'GET')
  const found = readBy[name]
    ? reads.find((each) => each.name === readBy[name])
    : paths.map((path) => reads.find((each) => each.endpoint.path === path)).find(Boolean)
  if (!found)
    throw new Error(`No operation reads the record that ${name} changes: name one in readBy`)
  return found
}

/** The PATCH operations of each record, by the operation that reads it. */
const records = Map.groupBy(operations.filter(isPatch), (operation) => readOf(operation).name)

describe('changes of different fields of a record at the same time, on two nodes where the engine has them', () => {
  let shared: SharedDatabase
  let nodes: TestService[]
  let upstream: Upstream
  let project: FilledProject
  let key: string
  beforeAll(async () => {
    upstream = await startUpstream(serveNotes, { keep: true })
    shared = await createSharedDatabase({ keep: true })
    const options = { database: shared.database, keep: true, egressAllow: [upstream.host] }
    const first = await startService(options)
    const made = await createProject(first, 'Races')
    key = made.key
    project = await fillProject(made, upstream, 'own')
    nodes = engine === 'postgres' ? [first, await startService(options)] : [first]
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ close }) => close()))
    await shared.remove()
    await upstream.close()
  })

  const send = (
    operation: Operation,
    node: number,
    input: { params?: Record<string, unknown>; body?: unknown },
  ): Promise<Sent> => {
    const { url = '', orgApiKey = '' } = nodes[node % nodes.length] ?? {}
    const { params } = validInput(operation, project, upstream.url)
    return sendOperation(
      { url, orgApiKey, apiKey: key, connectToken: project.connectToken },
      operation,
      {
        query: {},
        body: undefined,
        ...input,
        params: { ...params, ...input.params },
      },
    )
  }

  /** As long as others are faster it is refused, and then nothing was promised. */
  const change = async (
    operation: Operation,
    node: number,
    input: { params?: Record<string, unknown>; body?: unknown },
  ): Promise<void> => {
    let sent = await send(operation, node, input)
    while (sent.status === 409) sent = await send(operation, node, input)
    expect(`${sent.status} ${sent.status === 200 ? '' : sent.request + sent.text}`).toBe('200 ')
  }

  /** Without what says when, or how often, it changed, and until when a session that is used lives. */
  const read = async (operation: Operation): Promise<unknown> => {
    const { status, text } = await send(operation, 0, {})
    expect(status).toBe(200)
    return JSON.parse(text, (name, value: unknown) =>
      /updated_at$|^config_version$|^expires_at$/.test(name) ? undefined : value,
    )
  }

  it.each([...records])('of %s all survive', async (name, patches) => {
    verifies('nodes.no-lost-update')
    const reading = operations.find((operation) => operation.name === name)
    if (!reading) throw new Error(name)
    const readParams = Object.keys(reading.endpoint.params?.shape ?? {})
    const fields = patches.flatMap((operation) =>
      patchFields(operation, operation.name in readBy ? ['id'] : readParams, project),
    )
    expect(fields.length).toBeGreaterThan(0)

    for (let round = 1; round <= rounds; round++) {
      await Promise.all(
        fields.map(({ operation, toInput }, index) => change(operation, index, toInput(round))),
      )
      if (nodes.length > 1 && knownForMs[name]) await setTimeout(knownForMs[name])
      const raced = await read(reading)
      // One after the other, where nothing can be lost.
      for (const { operation, toInput } of fields) await change(operation, 0, toInput(round))
      expect(raced).toEqual(await read(reading))
    }
  })
})
