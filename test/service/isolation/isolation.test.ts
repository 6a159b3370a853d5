import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import { basePath, type Endpoint } from '../../../src/contract/endpoint.ts'
import { operations } from '../../contract/operations.ts'
import { verifies } from '../../requirements.ts'
import {
  serveNotes,
  createProject,
  fillProject,
  pageOrigin,
  type FilledProject,
} from '../../support/fill-project.ts'
import { readText } from '../../support/read-text.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { listReferences, nameOf, type Reference } from './list-references.ts'
import {
  namedReferences,
  notReferences,
  requestFor,
  unknownOf,
  valueOf,
  type Request,
} from './requests.ts'

/** A project with everything in it, asked with its own key. */
type Side = FilledProject & { key: string }

let upstream: Upstream
let service: TestService
let own: Side
let theirs: Side
beforeAll(async () => {
  upstream = await startUpstream(serveNotes, { keep: true })
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  own = await createSide('own')
  theirs = await createSide('theirs')
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const createSide = async (name: string): Promise<Side> => {
  const project = await createProject(service, `Project ${name}`)
  return { ...(await fillProject(project, upstream, name)), key: project.key }
}

const references: Reference[] = [
  ...listReferences().map((reference) => ({
    ...reference,
    kind: namedReferences[nameOf(reference)] ?? reference.kind,
  })),
  ...Object.entries(namedReferences).map(([name, kind]): Reference => {
    const [operation = '', part, ...path] = name.split(' ')
    return { operation, part: part as Reference['part'], path, kind }
  }),
].filter(
  (reference, index, all) =>
    !notReferences.includes(nameOf(reference)) &&
    all.findIndex((other) => nameOf(other) === nameOf(reference)) === index,
)

it('every reference of the contract is known here', () => {
  const names = new Set(operations.map(({ name }) => name))
  expect(
    references
      .filter(({ kind }) => kind === undefined || valueOf(own, kind) === undefined)
      .map(nameOf),
    'say what these name in requests.ts, and make one in fillProject',
  ).toEqual([])
  expect(
    [...Object.keys(requestFor), ...notReferences, ...Object.keys(namedReferences)].filter(
      (name) => !names.has(name.split(' ')[0] ?? ''),
    ),
  ).toEqual([])
})

// First: later the own log rightly quotes what the own project asked for.
describe('a list', () => {
  const lists = operations.filter(
    ({ endpoint }) => endpoint.method === 'GET' && !endpoint.params && endpoint.auth !== 'public',
  )

  it.each(lists.map(({ name, endpoint }) => [name, endpoint] as const))(
    '%s shows nothing of another project',
    async (name, endpoint) => {
      verifies('isolation.lists')
      const { query = {} } = requestOf(own, name, name)
      const everything = {
        ...query,
        show_disabled: 'true',
        ...('limit' in (endpoint.query?.shape ?? {}) && { limit: '1000' }),
        ...(name === 'migration.getNanoid' && { uuid: own.accountUuid }),
      }
      const { status, text } = await send(own, endpoint, { query: everything })
      expect(status).toBe(200)
      expect(text).not.toMatch(canaries())
    },
  )

  it('goes on with the own items when the cursor came from another project', async () => {
    verifies('isolation.cursors')
    const list = async (side: Side, query: Record<string, string>) => {
      const { status, text } = await send(side, contract.tools.list, { query })
      return {
        status,
        body: JSON.parse(text) as { items: { slug: string }[]; next_cursor: string },
      }
    }
    const { body } = await list(theirs, { limit: '2' })
    const continued = await list(own, { cursor: body.next_cursor })
    expect(continued.status).toBe(200)
    expect(continued.body.items.length).toBeGreaterThan(0)
    expect(continued.body.items.every(({ slug }) => /^OWN(?:NOTES|CALENDAR)_/.test(slug))).toBe(
      true,
    )
  })
})

it('a search finds no tools of another project, though it asks with their words', async () => {
  verifies('isolation.search')
  const useCase = `${theirs.toolkit} ${theirs.tool} get a note of ${theirs.user}`
  const found = await send(own, contract.sessions.search, {
    params: { session_id: own.session },
    body: { queries: [{ use_case: useCase }] },
  })
  expect(found.text.replaceAll(useCase, '')).not.toMatch(canaries())
  expect(found.text).toContain('OWNNOTES_GET_NOTE')
  const listed = await send(own, contract.tools.list, { query: { search: useCase } })
  expect(listed.text).not.toMatch(canaries())
  const multi = await send(own, contract.toolkits.multi, { body: {} })
  expect(multi.text).toContain('ownnotes')
  expect(multi.text).not.toMatch(canaries())
})

describe("another project's id is answered like an unknown one", () => {
  it.each(references.map((reference) => [nameOf(reference), reference] as const))(
    '%s',
    async (_name, reference) => {
      verifies('isolation.ids', 'isolation.references')
      const kind = reference.kind ?? ''
      const known = await answerTo(reference, valueOf(theirs, kind) ?? '')
      const unknown = await answerTo(reference, unknownOf(kind))
      expect(known).toEqual(unknown)
      // It is this reference that is refused, and nothing else of the request: the answer names it,
      // or is another one to an own id.
      if (known.status >= 400 && !known.text.includes('<reference>'))
        expect(await answerTo(reference, valueOf(own, kind) ?? '')).not.toEqual(known)
    },
  )

  it('and everything is still there', async () => {
    verifies('isolation.ids')
    for (const { name, endpoint } of operations) {
      if (endpoint.method !== 'GET' || !endpoint.params) continue
      const { status } = await send(theirs, endpoint, requestOf(theirs, name, name))
      expect(status, name).toBe(200)
    }
  })
})

/**
 * What the own project is answered when it names something, without what differs between any two
 * answers.
 */
const answerTo = async (
  reference: Reference,
  value: string,
): Promise<{ status: number; text: string }> => {
  const endpoint = operations.find(({ name }) => name === reference.operation)?.endpoint
  if (!endpoint) throw new Error(`No operation ${reference.operation}`)
  const request = requestOf(own, reference.operation, nameOf(reference))
  if (['sessions.attach', 'sessions.update'].includes(reference.operation))
    await forgetChanges(request)
  const { status, text } = await send(own, endpoint, {
    ...request,
    [reference.part]: withValue(request[reference.part] ?? {}, reference.path, value),
  })
  expect(text.replaceAll(new RegExp(value, 'gi'), '')).not.toMatch(canaries())
  return { status, text: comparable(text, value) }
}

/** What a session was given with one reference would be in the answer to the next. */
const forgetChanges = (request: Request) =>
  send(own, contract.sessions.update, {
    ...request,
    body: {
      toolkits: null,
      tools: null,
      auth_configs: null,
      connected_accounts: null,
      experimental: { custom_tools: [], custom_toolkits: [] },
    },
  })

const comparable = (text: string, value: string): string =>
  text
    .replaceAll(new RegExp(value, 'gi'), '<reference>')
    // A digest of what the caller gave, which may look like an id.
    .replaceAll(/"tools_etag":"[\w-]+"/g, '<etag>')
    .replaceAll(/\b[a-z]+_[0-9A-Za-z]{17,25}\b/g, '<id>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/"config_version":\d+/g, '<version>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

/** Whatever may be found of the other project only. */
const canaries = (): RegExp =>
  new RegExp(
    [
      'theirs',
      ...Object.entries(theirs).flatMap(([name, value]) => (name === 'file' ? [] : [value])),
    ].join('|'),
    'i',
  )

/** A request of a project that names only what is its own. */
const requestOf = (side: Side, operation: string, name: string): Request => {
  const ids = references.flatMap((reference) =>
    reference.operation === operation && reference.part === 'params'
      ? [[reference.path[0], valueOf(side, reference.kind ?? '')]]
      : [],
  )
  const more = (requestFor[name] ?? requestFor[operation])?.(side) ?? {}
  return { ...more, params: { ...Object.fromEntries(ids), ...more.params } }
}

/** The value put where the path leads, with what is on the way there. */
const withValue = (base: unknown, [step, ...rest]: string[], value: string): unknown => {
  if (step === undefined) return value
  if (step === '[]') return [withValue(Array.isArray(base) ? base[0] : undefined, rest, value)]
  const fields = typeof base === 'object' && base !== null ? (base as Record<string, unknown>) : {}
  // Under another's toolkit stands an id of one's own; whether it fits is not asked before the
  // toolkit is known.
  if (step === '*key') return { ...fields, [value]: own.authConfig }
  const name = step === '*' ? own.toolkit : step
  return { ...fields, [name]: withValue(fields[name], rest, value) }
}

const send = async (
  side: Side,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Request,
): Promise<{ status: number; text: string }> => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((entry): [string, string] => [name, String(entry)]),
    ),
  )
  const response = await fetch(`${service.url}${basePath}${path}?${search}`, {
    method: endpoint.method,
    headers: {
      ...(endpoint.auth === 'ticket'
        ? { 'x-connect-token': side.connectToken, origin: pageOrigin }
        : { 'x-api-key': side.key }),
      'content-type': 'application/json',
    },
    ...(endpoint.body && { body: JSON.stringify(body ?? {}) }),
  })
  return { status: response.status, text: await readText(response) }
}
