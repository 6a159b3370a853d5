/** What a text that somebody typed or pasted is, with the body of the request that uses it. */
export type Recognized =
  | { kind: 'name'; says: string }
  | { kind: 'openapi' | 'mcp' | 'graphql' | 'document'; says: string; slug: string }

const says = {
  name: 'The name of a toolkit of the catalogue.',
  openapi: 'The address of an API description: each of its operations becomes a tool.',
  mcp: 'The address of an MCP server: its tools are imported.',
  graphql: 'The address of a GraphQL API: each field of its queries and mutations becomes a tool.',
  document: 'An API description: each of its operations becomes a tool.',
} as const

/**
 * Says what a text is: a pasted document, an address, or a name.
 *
 * @example recognize('https://api.example.com/mcp').kind // 'mcp'
 */
export const recognize = (typed: string): Recognized => {
  const text = typed.trim()
  if (/^\{|^(?:---\s*)?(?:openapi|swagger)\s*:/m.test(text.slice(0, 2_000)))
    return { kind: 'document', says: says.document, slug: slugOf(titleOf(text)) }
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text))
    return { kind: 'name', says: says.name }
  const { pathname, hostname } = new URL(text)
  const kind = /\/(mcp|sse)\/?$/.test(pathname)
    ? 'mcp'
    : /\/graphql\/?$/.test(pathname)
      ? 'graphql'
      : 'openapi'
  return { kind, says: says[kind], slug: slugOf(nameOfHost(hostname)) }
}

const titleOf = (document: string): string =>
  /"?\btitle"?\s*:\s*"?([^"\n,}]{1,80})/.exec(document)?.[1] ?? ''

/** @example nameOfHost('api.example.com') // 'example' */
const nameOfHost = (host: string): string =>
  /^[\d.]+$|^localhost$|:/.test(host) ? '' : (host.split('.').at(-2) ?? '')

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\b(api|rest|openapi|the)\b/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 32)
