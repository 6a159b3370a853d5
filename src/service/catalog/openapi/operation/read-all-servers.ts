import type { FieldDescriptor } from '../../../auth-schemes/index.ts'
import { quote } from '../../../platform/quote.ts'
import type { ImportWarning } from '../../import-warning.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { isForTrial } from './choose-server.ts'
import { fillPlaceholders, type FilledServer } from './placeholders.ts'
import type { Operation } from './read-operations.ts'
import { defaultUrl, readServer, type Server, type ServerOptions } from './read-servers.ts'

/** The servers of a description, and what accounts must give for them. */
export type Servers = {
  base: Server
  of(operation: Operation): Server
  fields: FieldDescriptor[]
  /** Names of variables that hold a secret. */
  keys: string[]
  notes: string[]
  warnings: ImportWarning[]
}

/** A server that the import request or its recipe names is as they mean it. */
const nothing = { fields: [], keys: [], notes: [], warnings: [] }

/** Reads the servers of a document and of the operations that become tools. */
export const readAllServers = (
  document: OpenApiDocument,
  operations: Operation[],
  options: ServerOptions,
): Servers => {
  const { server: given } = options
  if (given) return { ...nothing, base: given, of: () => given }
  const known = new Map<string, FilledServer>()
  const fill = (server: Server): FilledServer => {
    const key = JSON.stringify(server)
    const filled = known.get(key) ?? fillPlaceholders(server)
    known.set(key, filled)
    return filled
  }
  const serverOf = ({ value, item }: Operation): Server =>
    fill(readServer(document, [value, item], options)).server
  const base = fill(readServer(document, [], options)).server
  const servers = new Map(operations.map((operation) => [operation.key, serverOf(operation)]))
  const all = [...known.values()]
  const fields = new Map(all.flatMap((each) => each.fields.map((field) => [field.name, field])))
  return {
    base,
    of: (operation) => servers.get(operation.key) ?? serverOf(operation),
    fields: [...fields.values()],
    keys: [...new Set(all.flatMap((each) => each.keys))],
    notes: [...fields.values()]
      .filter(({ required }) => required)
      .map(
        ({ name, description }) =>
          `Each account gives ${quote(name)} of the server's address: ${description}`,
      ),
    warnings: warningsOn(base, servers.size === 0 ? [base] : [...servers.values()], all),
  }
}

const warningsOn = (base: Server, used: Server[], all: FilledServer[]): ImportWarning[] => {
  const addresses = new Set(used.flatMap((server) => defaultUrl(server) ?? []))
  const trials = [...addresses].filter((url) => isForTrial(url))
  const examples = all.flatMap(({ server, isExample }) => (isExample ? [server.url] : []))
  return [
    ...(isAbsolute(base) || (used.length > 0 && used.every(isAbsolute))
      ? []
      : [
          {
            code: 'no_server' as const,
            message: 'The description names no absolute server address, so no tool can be called',
            fix,
          },
        ]),
    ...(examples.length === 0
      ? []
      : [
          {
            code: 'placeholder_host' as const,
            message: `${listed(examples)} is only an example of an address`,
            fix,
          },
        ]),
    ...(trials.length === 0
      ? []
      : [
          {
            code: 'sandbox_host' as const,
            message: `${listed(trials)} looks like a server for trying things out, and the description names no other`,
            fix,
          },
        ]),
  ]
}

const fix = 'Import again with `base_url` (--base-url), the address of the API'

const listed = (urls: string[]): string =>
  [...new Set(urls)]
    .slice(0, 3)
    .map((url) => quote(url))
    .join(', ')

const isAbsolute = ({ url }: Server): boolean =>
  /^(?:https?|\{[^{}]+\}):\/\//i.test(url) || /^\{[^{}/]+\}(?:\/|$)/.test(url)
