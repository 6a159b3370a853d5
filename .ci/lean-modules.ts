import * as http from 'node:http'
import type { Plugin } from 'rolldown'

/** The exports for which Node loads its own undici. */
const ofUndici = ['WebSocket', 'CloseEvent', 'MessageEvent']

const httpNames = Object.keys(http).filter(
  (name) => !['default', 'module.exports', ...ofUndici].includes(name),
)

type Lean = { source: string; kinds: readonly string[] }

/** Modules whose loading costs much more than what the service uses of them. */
const leanModules: Record<string, Lean> = {
  // An import reads every export.
  'node:http': {
    kinds: ['import-statement'],
    source: `
      const http = process.getBuiltinModule('node:http')
      export default http
      export const { ${httpNames.join(', ')} } = http`,
  },
  // The service neither listens nor sends in HTTP/2: no request is one of its, and undici, which
  // does not offer it to servers, goes without it as in a Node without cryptography.
  'node:http2': {
    kinds: ['import-statement', 'require-call'],
    source: `
      export class Http2ServerRequest {}
      export const constants = {}`,
  },
}

const prefix = '\0lean:'

/** Puts lean modules in the place of those that the code names. */
export const useLeanModules: Plugin = {
  name: 'lean modules',
  resolveId: (specifier, _importer, { kind }) => {
    const name = /^https?2?$/.test(specifier) ? `node:${specifier}` : specifier
    return leanModules[name]?.kinds.includes(kind) === true ? prefix + name : null
  },
  load: (id) =>
    id.startsWith(prefix) ? (leanModules[id.slice(prefix.length)]?.source ?? null) : null,
}
