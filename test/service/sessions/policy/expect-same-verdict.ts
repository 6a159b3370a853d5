import { expect } from 'vitest'
import type { SessionRequest } from '../../../../src/contract/session-config.ts'
import { triesEveryRequest } from '../../../support/thorough.ts'
import { toolkitSlugs, tools, toolSlugs, type World } from './start-world.ts'
import { callingDoors, showingDoors, type Verdict } from './tool-doors.ts'
import { proxyDoor, toolkitDoors } from './toolkit-doors.ts'

export type Expected = {
  tools: Record<string, Verdict>
  toolkits: string[]
  proxies: string[]
  metaTools: string[]
}

/** Each entry starts a process, so at a desk every sixth session goes in. */
const entersWorkbench = () => triesEveryRequest || (sessions += 1) % 6 === 1
let sessions = 0

/** Doors that no configuration shuts. */
const always = new Set(['list', 'listNamed', 'link'])

/**
 * Opens the session and tries everything through each of its doors: all say the same, and the third
 * parties get what was allowed.
 */
export const expectSameVerdict = async (
  { service: { client }, upstream }: Pick<World, 'service' | 'upstream'>,
  request: SessionRequest,
  expected: Expected,
): Promise<void> => {
  const made = await client.sessions.create({ body: request })
  const session = { params: { session_id: made.session_id } }
  expect(made.tool_router_tools).toEqual(expected.metaTools)
  expect((await client.sessions.tools(session)).items.map(({ slug }) => slug)).toEqual(
    expected.metaTools,
  )

  const slugs = Object.keys(expected.tools)
  for (const [name, ask] of Object.entries(showingDoors))
    expect({ name, says: await ask(client, session, slugs) }).toEqual({
      name,
      says: expected.tools,
    })
  for (const [name, ask] of Object.entries(callingDoors)) {
    if (
      name === 'workbench' &&
      !(expected.metaTools.includes('SVC_REMOTE_WORKBENCH') && entersWorkbench())
    )
      continue
    const before = upstream.received.length
    expect({ name, says: await ask(client, session, slugs) }).toEqual({
      name,
      says: expected.tools,
    })
    const sent = upstream.received.slice(before).map(({ method, url }) => `${method} ${url}`)
    expect({ name, sent: sent.toSorted() }).toEqual({ name, sent: requestsOf(expected.tools) })
  }

  const before = upstream.received.length
  for (const [name, ask] of Object.entries(toolkitDoors)) {
    if (!always.has(name) && !expected.metaTools.includes(name)) continue
    expect({ name, says: (await ask(client, session, toolkitSlugs)).toSorted() }).toEqual({
      name,
      says: expected.toolkits.toSorted(),
    })
  }
  expect(upstream.received).toHaveLength(before)
  expect((await proxyDoor(client, session, toolkitSlugs)).toSorted()).toEqual(
    expected.proxies.toSorted(),
  )
  expect(upstream.received.length - before).toBeLessThanOrEqual(expected.proxies.length)
}

const requestsOf = (verdicts: Record<string, Verdict>): string[] =>
  toolSlugs
    .filter((slug) => verdicts[slug] === 'runs')
    .map((slug) => `${tools[slug].method.toUpperCase()} ${tools[slug].path}`)
    .toSorted()

/** The meta tools that a request puts in force. */
export const metaToolsOf = ({
  manage_connections: manage,
  workbench,
}: SessionRequest): string[] => {
  const { enable, enable_wait_for_connections: waits } =
    typeof manage === 'object' ? manage : { enable: manage, enable_wait_for_connections: false }
  return [
    'SVC_SEARCH_TOOLS',
    'SVC_GET_TOOL_SCHEMAS',
    'SVC_MULTI_EXECUTE_TOOL',
    ...(enable === false ? [] : ['SVC_MANAGE_CONNECTIONS']),
    ...(waits ? ['SVC_WAIT_FOR_CONNECTIONS'] : []),
    ...(workbench?.enable === false ? [] : ['SVC_REMOTE_WORKBENCH', 'SVC_REMOTE_BASH_TOOL']),
    'SVC_READ_RESULT',
  ]
}
