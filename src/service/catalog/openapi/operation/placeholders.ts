import type { FieldDescriptor } from '../../../auth-schemes/index.ts'
import { credentialName } from '../secrets/credential-name.ts'
import { wordsOfName } from '../slugs/words.ts'
import type { Server } from './read-servers.ts'

/** A server whose examples are variables that each account fills. */
export type FilledServer = {
  server: Server
  /** What an account gives for them. */
  fields: FieldDescriptor[]
  /** The variables among them that are secrets. */
  keys: string[]
  /** The address is an example as a whole, so nothing can be filled in. */
  isExample: boolean
}

/**
 * Replaces what stands in an address for the reader's own: `your-domain` before a domain that the
 * provider has (`your-domain.atlassian.net`), and the sample of a token in the path.
 */
export const fillPlaceholders = (given: Server): FilledServer => {
  if (given.url.length > longestAddress)
    return { server: given, fields: [], keys: [], isExample: false }
  const [, scheme = '', host = '', path = ''] =
    /^((?:[a-z][a-z0-9+.-]*:)?\/\/|\{[^{}]+\}:\/\/)([^/?#]*)(.*)$/i.exec(bracesOf(given.url)) ?? []
  if (host === '') return { server: given, fields: [], keys: [], isExample: false }
  if (isExampleHost(host)) return { server: given, fields: [], keys: [], isExample: true }
  const named = nameLabels(host)
  const keyed = nameSamples(path)
  const url = `${scheme}${named}${keyed}`
  const variables = new Map(Object.entries(given.variables ?? {}))
  const inHost = variablesIn(named)
  const fields = inHost.flatMap((name) => hostField(name, named, variables))
  const keys = variablesIn(keyed).filter((name) => isSecretVariable(name, variables.get(name)))
  for (const { name, required } of fields) if (required) variables.delete(name)
  for (const name of keys) variables.delete(name)
  return {
    server: { url, ...(variables.size > 0 && { variables: Object.fromEntries(variables) }) },
    fields,
    keys,
    isExample: false,
  }
}

/** As of the addresses that import requests give. */
const longestAddress = 2_000

/** `<your-domain>` is a variable as `{your-domain}` is. */
const bracesOf = (url: string): string =>
  url.replace(/<([^<>/]{1,60})>/g, (_whole, name: string) => `{${toName(name)}}`)

const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')

const exampleDomain =
  /(?:^|\.)(?:example\.(?:com|org|net)|(?:your|my)[-_]?(?:domain|company|site|host|server|app|api|website)[\w-]*\.\w+|(?:domain|hostname|yourhost)\.(?:com|tld))(?::\d+)?$/i

const isExampleHost = (host: string): boolean => exampleDomain.test(host)

/** Labels before a domain that are no names of hosts, but stand for one. */
const examples = new Set(
  `acme company companyname customer-domain datacenter dc domain domainname example foo instance instance-name mycompany
  organisation organization sample server sub-domain subdomain tenant tenant-id tenantid tenantname`.split(
    /\s+/,
  ),
)

const isPlaceholder = (label: string): boolean =>
  examples.has(label.toLowerCase()) ||
  /^your(?:[-_]?[a-z][\w-]*)?$/i.test(label) ||
  /^my[-_]?(?:domain|subdomain|company|org|organization|site|store|shop|instance|tenant|account|workspace|team|host|server|name)$/i.test(
    label,
  ) ||
  /^x{3,}$/i.test(label) ||
  /^[A-Z]+(?:_[A-Z]+)+$/.test(label)

/** The last two labels are the provider's domain, whatever they are called. */
const nameLabels = (host: string): string => {
  const labels = host.split('.')
  return labels
    .map((label, index) =>
      index < labels.length - 2 && isPlaceholder(label) ? `{${toName(label)}}` : label,
    )
    .join('.')
}

const toName = (text: string): string =>
  wordsOfName(text)
    .filter((word) => !['your', 'my', 'the'].includes(word))
    .join('_')
    .slice(0, 64) || 'subdomain'

/** `bot123456:ABC-DEF…` or `YOUR_TOKEN` in a path. */
const nameSamples = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      segment
        .replace(/\d{5,}:[\w-]{10,}/, '{token}')
        .replace(
          /YOUR[-_]?(?:\w*[-_])?(TOKEN|KEY|SECRET)\b/,
          (_whole, kind: string) => `{${kind.toLowerCase()}}`,
        ),
    )
    .join('/')

const hostField = (
  name: string,
  host: string,
  variables: ReadonlyMap<string, { default: string; enum?: string[] }>,
): FieldDescriptor[] => {
  const declared = variables.get(name)
  const domain = host.slice(host.indexOf(`{${name}}`) + name.length + 2)
  if (declared?.enum)
    return declared.enum.length < 2
      ? []
      : [
          toField(name, `One of ${declared.enum.slice(0, 20).join(', ')}`, {
            required: false,
            default: declared.default,
            oneOf: declared.enum,
          }),
        ]
  if (declared && declared.default !== '' && !isExampleValue(declared.default)) return []
  const pattern = patternOf(declared?.default ?? '', domain)
  return [
    toField(name, `What stands for {${name}} in https://${host}`, {
      required: true,
      default: null,
      ...(pattern !== undefined && { pattern }),
    }),
  ]
}

/** A value that is an example as a whole, or whose first names are. */
const isExampleValue = (value: string): boolean => {
  const labels = value.replace(/^https?:\/\//, '').split('.')
  return (
    exampleDomain.test(value) ||
    labels.slice(0, Math.max(1, labels.length - 2)).some((label) => isPlaceholder(label))
  )
}

/** One name below the domain that follows, or below the one that the example has. */
const patternOf = (example: string, domain: string): string | undefined => {
  if (/^[\w-]*(?:\.[a-z0-9-]+){2,}(?::\d+)?$/i.test(domain)) return '*'
  const labels = example.split('.')
  const isKnown = labels.length > 2 && !exampleDomain.test(example)
  return isKnown
    ? labels
        .map((label, index) => (index < labels.length - 2 && isPlaceholder(label) ? '*' : label))
        .join('.')
    : undefined
}

const toField = (
  name: string,
  description: string,
  more: Pick<FieldDescriptor, 'required' | 'default' | 'pattern' | 'oneOf'>,
): FieldDescriptor => {
  const words = wordsOfName(name).join(' ')
  return {
    name,
    displayName: words.charAt(0).toUpperCase() + words.slice(1) || name,
    description,
    type: 'string',
    isSecret: false,
    userVisible: true,
    ...more,
  }
}

/** By its name, which says nothing else in an address. */
const isSecretVariable = (name: string, declared: { enum?: string[] } | undefined): boolean =>
  declared?.enum === undefined &&
  (credentialName('query', name) !== undefined || /(?:token|secret|api_?key)$/i.test(name))
