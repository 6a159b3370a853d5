import { credentialName } from '../../src/service/catalog/openapi/secrets/credential-name.ts'

type Schema = Record<string, unknown>

/**
 * Arguments of a tool, at any depth, whose names are those of credentials: by the importer's own
 * rule, and by one that was written without it.
 */
export const secretArguments = (slug: string, input: Schema): string[] =>
  [...namesIn(input)]
    .filter((name) => credentialName('body', name) === 'sure' || secretWords.test(plain(name)))
    .filter((name) => !isContent(slug, name))
    .toSorted()

/** `clientSecret`, `X-Api-Key` and `api_token` in one spelling. */
const plain = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

const secretWords =
  /password|passwd|passphrase|passcode|secret|private_key|api_key|access_key|auth_key|credential|^authorization$|bearer|^cookies?$|jwt|(?:^|_)(?:access|refresh|auth|api|oauth|id|user|session|security|bot)_tokens?$|^tokens?$/

/** Names that look like it, and what they really are. */
const content: { slug: string; name: RegExp; what: string }[] = [
  { slug: 'box', name: /^password$/, what: 'protects the link that the tool makes' },
  { slug: 'one_drive', name: /^password$/, what: 'protects the link that the tool makes' },
  {
    slug: 'dropbox',
    name: /^(?:link|require)_password$/,
    what: 'protects the link that the tool makes',
  },
  { slug: 'googlecalendar', name: /^pass(?:word|code)$/, what: 'what participants dial in with' },
  { slug: 'klaviyo', name: /^tokens?$/, what: 'the address of a device that messages go to' },
  {
    slug: 'vercel',
    name: /^(?:cookie|password|passwordProtection)$/,
    what: 'protects the deployment, or is a rule about requests',
  },
  { slug: 'stripe', name: /^token$/, what: 'stands for a card of a customer' },
  { slug: 'zoom', name: /^password$/, what: 'what participants join with' },
  { slug: 'github', name: /^secret$/, what: 'signs the deliveries of the webhook that it makes' },
  {
    slug: 'github',
    name: /^(?:secret_scanning(?:_\w+)?|send_secrets_and_variables)$/,
    what: 'a setting about secrets, which holds none',
  },
  { slug: 'digitalocean', name: /^allow_credentials$/, what: 'a setting of CORS' },
]

const isContent = (slug: string, name: string): boolean =>
  content.some((each) => each.slug === slug && each.name.test(name))

const namesIn = (schema: unknown, names = new Set<string>(), depth = 0): Set<string> => {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return names
  if (Array.isArray(schema)) {
    for (const inner of schema) namesIn(inner, names, depth + 1)
    return names
  }
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties' && typeof inner === 'object')
      for (const name of Object.keys(inner ?? {})) names.add(name)
    if (key === 'properties' || key === '$defs')
      for (const each of Object.values(inner as Schema)) namesIn(each, names, depth + 1)
    else if (keywords.has(key)) namesIn(inner, names, depth + 1)
  }
  return names
}

const deepest = 60
const keywords = new Set(
  'items additionalProperties anyOf oneOf allOf prefixItems if then else'.split(' '),
)
