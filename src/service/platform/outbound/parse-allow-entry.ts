import ipaddr from 'ipaddr.js'
import { AllowEntryError } from './allow-entry-error.ts'
import type { Address } from './carried-addresses.ts'
import { egressPurposes, type Egress, type EgressPurpose } from './egress.ts'
import { endpointKey } from './endpoint-key.ts'

/** One entry of the allow list: a destination, the callers that may reach it, and the purposes. */
export type AllowEntry = {
  covers(egress: Egress): boolean
  target: { range: [Address, number] } | { port: string; key: string }
}

/**
 * The purposes of an entry that names none. Files and imports are excluded: a model may choose the
 * address of a file, and the caller sees what an import reads.
 */
const usualPurposes: readonly EgressPurpose[] = ['tool', 'mcp', 'oauth', 'webhook']

/**
 * Parses `[project[:toolkit]=][purpose[+purpose…]@]host:port`, or a CIDR in the place of
 * `host:port`. Throws an `AllowEntryError`.
 *
 * @example
 * const entry = parseAllowEntry('pr_1a2b:crm=tool+file@crm.internal:443')
 * entry.covers({ purpose: 'file', projectId: 'pr_1a2b', toolkit: 'crm' }) // true
 * entry.covers({ purpose: 'import', projectId: 'pr_1a2b', toolkit: 'crm' }) // false
 */
export const parseAllowEntry = (text: string): AllowEntry => {
  const entry = text.trim()
  const [scope, rest] = splitAt(entry, '=')
  const [list, where] = splitAt(rest, '@')
  const { projectId, toolkit } = scope === undefined ? {} : parseScope(entry, scope)
  const purposes = list === undefined ? usualPurposes : parsePurposes(entry, list)
  if (toolkit !== undefined && list !== undefined && purposes.includes('webhook')) {
    throw new AllowEntryError(
      entry,
      'binds the purpose webhook to a toolkit: webhooks belong to a project',
    )
  }
  return {
    covers: (egress) =>
      purposes.includes(egress.purpose) &&
      (projectId === undefined || projectId === egress.projectId) &&
      (toolkit === undefined || toolkit === egress.toolkit),
    target: where.includes('/') ? { range: parseRange(entry, where) } : parseEndpoint(entry, where),
  }
}

const splitAt = (text: string, separator: string): [string | undefined, string] => {
  const index = text.indexOf(separator)
  return index === -1 ? [undefined, text] : [text.slice(0, index), text.slice(index + 1)]
}

const parseScope = (entry: string, scope: string): { projectId?: string; toolkit?: string } => {
  const [, project, toolkit] = /^(\*|pr_\w+)(?::([\w-]{1,64}))?$/.exec(scope) ?? []
  if (project === undefined || (project === '*' && toolkit === undefined)) {
    throw new AllowEntryError(
      entry,
      'begins with neither the id of a project (pr_…=) nor a toolkit (pr_…:crm=, or *:crm= in every project)',
    )
  }
  return {
    ...(project !== '*' && { projectId: project }),
    ...(toolkit !== undefined && { toolkit: toolkit.toLowerCase() }),
  }
}

const parsePurposes = (entry: string, list: string): EgressPurpose[] =>
  list.split('+').map((name) => {
    const purpose = egressPurposes.find((each) => each === name)
    if (purpose === undefined)
      throw new AllowEntryError(
        entry,
        `has the unknown purpose "${name}"; purposes are ${egressPurposes.join(', ')}`,
      )
    return purpose
  })

const parseRange = (entry: string, where: string): [Address, number] => {
  try {
    return ipaddr.parseCIDR(where)
  } catch (cause) {
    throw new AllowEntryError(entry, 'has no CIDR such as 10.1.0.0/16', { cause })
  }
}

const parseEndpoint = (entry: string, where: string): { port: string; key: string } => {
  const [, given, port] = /^(.+):(\d{1,5})$/.exec(where) ?? []
  const hostname = given === undefined ? undefined : URL.parse(`http://${given}/`)?.hostname
  if (!hostname || !port || Number(port) < 1 || Number(port) > 65_535) {
    throw new AllowEntryError(
      entry,
      'has neither host:port (such as localhost:4000 or [::1]:4000) nor a CIDR',
    )
  }
  return { port: String(Number(port)), key: endpointKey(hostname, String(Number(port))) }
}
