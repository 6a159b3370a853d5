import { z } from 'zod'
import {
  digestAlgorithm,
  digestEncoding,
  hookName as name,
  hookPlace,
} from './import-trigger-handshake.ts'
import { mapOf } from './map-of.ts'

const prefix = z.string().max(32).default('')

const placement = {
  header: z
    .union([name, z.array(name).min(1).max(4)])
    .describe(
      'Where the signature is; of several headers, one that holds a valid signature is enough',
    ),
  format: z
    .enum(['value', 'pairs', 'list'])
    .default('value')
    .describe(
      '`value`: `prefix` and the signature; `pairs`: `t=…,v1=…`; `list`: several values separated by spaces, each with the prefix. With several signatures, as during a rotation of keys, one that is valid is enough',
    ),
  prefix: prefix.describe(
    'For example "sha256="; of `pairs` the name of the signatures, such as "v1"',
  ),
}

const bodyDigest = {
  algorithm: digestAlgorithm.default('sha256'),
  encoding: digestEncoding.default('hex'),
}

const signedContent = {
  signed: z
    .string()
    .max(300)
    .default('{body}')
    .describe(
      'The signed text, such as "v0:{timestamp}:{body}". {body}: the bytes of the body; {body_sha256}: their SHA-256 in hex; {body_crc32}: their CRC-32 as a decimal number; {form_sorted}: names and values of a form, sorted by name and joined without separators, empty for any other body; {timestamp}; {url}: the address of the hook as it is registered; {query}: the query as it was sent, with its "?"; {method}; {header.x-id}: a header; {config.x}, {registration.x} and {auth_config.x}: values of the configuration, of `keep` and of the auth config',
    ),
  timestamp: z
    .strictObject({
      in: z.enum(['header', 'pairs', 'body']),
      name: name.describe('Of a header or pair; in the body a path'),
      format: z
        .enum(['seconds', 'milliseconds', 'date'])
        .default('seconds')
        .describe('Since 1970, or `date`: ISO 8601 or the date of an HTTP header'),
    })
    .optional()
    .describe('When the delivery was signed: an old one is refused'),
  tolerance_seconds: z
    .number()
    .int()
    .min(1)
    .max(604_800)
    .default(300)
    .describe('How far the timestamp may be off; as long as the provider repeats a delivery'),
  body_digest: z
    .strictObject({ in: z.enum(['header', 'query']), name, ...bodyDigest })
    .optional()
    .describe(
      'A signed header or query parameter that holds a digest of the body; with {form_sorted}, it may be missing for forms',
    ),
}

const secretKey = {
  secret_encoding: z.enum(['text', 'base64', 'hex']).default('text'),
  secret_prefix: z
    .string()
    .max(32)
    .default('')
    .describe('What the secret begins with that is no part of the key, such as "whsec_"'),
}

const key = z
  .string()
  .min(1)
  .max(8_192)
  .optional()
  .describe(
    'The public key, if the provider has one for all customers: PEM, base64 of its DER (SPKI), or the 32 bytes of an Ed25519 key in hex or base64. Default: from `secret`',
  )

const hmac = z.strictObject({
  kind: z.literal('hmac'),
  ...placement,
  ...signedContent,
  algorithm: digestAlgorithm.default('sha256'),
  encoding: digestEncoding.default('hex'),
  ...secretKey,
})

const ed25519 = z.strictObject({
  kind: z.literal('ed25519'),
  ...placement,
  ...signedContent,
  encoding: digestEncoding.default('hex'),
  key,
})

const ecdsa = z.strictObject({
  kind: z.literal('ecdsa'),
  ...placement,
  ...signedContent,
  curve: z.enum(['P-256', 'P-384']).default('P-256'),
  algorithm: z.enum(['sha256', 'sha384']).default('sha256'),
  encoding: digestEncoding.default('base64'),
  structure: z
    .enum(['der', 'raw'])
    .default('der')
    .describe('`der`: an ASN.1 sequence; `raw`: both numbers concatenated'),
  key,
})

const host = z
  .string()
  .max(253)
  .regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'must be a host in lower case, with a port if it is not 443')

const certificate = z
  .strictObject({
    ...hookPlace.shape,
    hosts: z
      .array(host)
      .min(1)
      .max(10)
      .describe('The only hosts that it is fetched from, over https'),
    subject: z
      .string()
      .min(1)
      .max(253)
      .describe('The DNS name that it is issued to, such as messageverificationcerts.paypal.com'),
    issuer_hosts: z
      .array(host)
      .max(10)
      .default([])
      .describe(
        'Hosts of the authority: where intermediate certificates are fetched from that the address of the certificate leaves out, such as cacerts.digicert.com',
      ),
  })
  .describe('If a delivery names the address of the certificate that signed it')

const rsa = z.strictObject({
  kind: z.literal('rsa'),
  ...placement,
  ...signedContent,
  algorithm: z.enum(['sha256', 'sha384', 'sha512']).default('sha256'),
  padding: z.enum(['pkcs1', 'pss']).default('pkcs1'),
  encoding: digestEncoding.default('base64'),
  key,
  certificate: certificate.optional(),
})

const token = z.strictObject({
  kind: z.literal('token'),
  ...hookPlace.shape,
  prefix,
  basic_user: z
    .string()
    .max(100)
    .regex(/^[^:]*$/, 'must not hold ":"')
    .optional()
    .describe(
      'Of HTTP Basic authentication, where the secret is the password; `prefix` is "Basic "',
    ),
})

const claimText = z.string().min(1).max(500)
const claimTexts = z
  .union([claimText, z.array(claimText).min(1).max(5)])
  .describe('One of these; a text of placeholders such as `{url}` and `{config.audience}`')

const secretAlgorithms = ['HS256', 'HS384', 'HS512'] as const
const keyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
] as const

const jwt = z.strictObject({
  kind: z.literal('jwt'),
  ...hookPlace.shape,
  prefix: prefix.describe('Such as "Bearer "'),
  algorithms: z
    .array(z.enum([...secretAlgorithms, ...keyAlgorithms]))
    .min(1)
    .max(5)
    .describe('The only ones: HS… with a secret, or others with a public key, not both'),
  ...secretKey,
  key,
  jwks: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .describe('Address of the JSON Web Key Set of the provider'),
  issuer: claimTexts.optional(),
  audience: claimTexts.optional(),
  claims: mapOf(name, claimText, 10)
    .optional()
    .describe('Other claims and their values, as text, such as {"email": "{config.account}"}'),
  max_age_seconds: z
    .number()
    .int()
    .min(1)
    .max(604_800)
    .optional()
    .describe('Since `iat`; absent: the token must have `exp`'),
  tolerance_seconds: z
    .number()
    .int()
    .min(0)
    .max(600)
    .default(30)
    .describe('How far the clocks may be apart'),
  body_digest: z
    .strictObject({ claim: name, ...bodyDigest })
    .optional()
    .describe('The claim that holds a digest of the body, such as request_body_sha256'),
})

export type HmacSignature = z.output<typeof hmac>
export type Ed25519Signature = z.output<typeof ed25519>
export type EcdsaSignature = z.output<typeof ecdsa>
export type RsaSignature = z.output<typeof rsa>
export type TokenSignature = z.output<typeof token>
export type JwtSignature = z.output<typeof jwt>
/** Where the signatures of a delivery are. */
export type SignaturePlacement = Pick<HmacSignature, keyof typeof placement>
/** What is signed. */
export type SignedContent = Pick<HmacSignature, keyof typeof signedContent>
export type CertificateRules = z.output<typeof certificate>

/** The placeholders of a signed text. */
export const signedPlaceholder = /\{([^{}]*)\}/g

const knownPlaceholder =
  /^(?:body|body_sha256|body_crc32|form_sorted|timestamp|url|query|method|header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|(?:config|registration|auth_config)\.[^\s]+)$/

const placeholdersOf = (signed: string): string[] =>
  [...signed.matchAll(signedPlaceholder)].map(([, placeholder = '']) => placeholder)

/** Contradictions in a declaration of signed content, and content that is left unsigned. */
const contentProblems = ({ signed, timestamp, body_digest: digest }: SignedContent): string[] => {
  const placeholders = placeholdersOf(signed)
  const has = (...wanted: string[]) => placeholders.some((each) => wanted.includes(each))
  const lower = placeholders.map((each) => each.toLowerCase())
  const unknown = placeholders.find((each) => !knownPlaceholder.test(each))
  return [
    ...(unknown === undefined ? [] : [`has no placeholder {${unknown}}`]),
    ...(has('body', 'body_sha256', 'body_crc32', 'form_sorted') || digest
      ? []
      : ['must hold {body}, or another placeholder of the body']),
    ...(has('timestamp') === (timestamp !== undefined && timestamp.in !== 'body')
      ? []
      : ['must hold {timestamp} exactly when `timestamp` is a header or pair']),
    ...(!digest ||
    (digest.in === 'query' ? has('query') : lower.includes(`header.${digest.name.toLowerCase()}`))
      ? []
      : ['must hold the header or query that `body_digest` names']),
  ]
}

const checkContent = (content: SignedContent, context: z.RefinementCtx): void => {
  for (const message of contentProblems(content))
    context.addIssue({ code: 'custom', path: ['signed'], message })
}

const hasOneKind = ({ algorithms }: JwtSignature): boolean =>
  algorithms.every(isSecretAlgorithm) || !algorithms.some(isSecretAlgorithm)

const isSecretAlgorithm = (algorithm: string): boolean => algorithm.startsWith('HS')

/** How a provider signs what it sends. */
export const hookSignature = z.discriminatedUnion('kind', [
  hmac.superRefine(checkContent),
  ed25519.superRefine(checkContent),
  ecdsa.superRefine(checkContent),
  rsa
    .superRefine(checkContent)
    .refine(
      ({ key: given, certificate: fetched }) => given === undefined || fetched === undefined,
      'has `key` or `certificate`, not both',
    ),
  jwt
    .refine(hasOneKind, {
      path: ['algorithms'],
      message: 'must be all HS… or none: otherwise a public key could be used as a secret',
    })
    .refine(
      ({ algorithms, key: given, jwks }) =>
        [given, jwks].filter((each) => each !== undefined).length <=
        (algorithms.some(isSecretAlgorithm) ? 0 : 1),
      'has `key` or `jwks`, not both, and neither with HS…',
    )
    .refine(({ jwks, audience }) => jwks === undefined || audience !== undefined, {
      path: ['audience'],
      message: 'is needed with `jwks`, since the same keys sign tokens for others',
    }),
  token,
])
export type HookSignature = z.output<typeof hookSignature>

/** Whether a signature is keyed by a shared secret. */
export const isKeyedBySecret = (signature: HookSignature): boolean =>
  signature.kind === 'hmac' ||
  signature.kind === 'token' ||
  (signature.kind === 'jwt' && signature.algorithms.some(isSecretAlgorithm))

/** Whether the key of a signature comes from `secret`. */
export const needsSecret = (signature: HookSignature): boolean =>
  isKeyedBySecret(signature) ||
  !(
    ('key' in signature && signature.key !== undefined) ||
    ('certificate' in signature && signature.certificate !== undefined) ||
    ('jwks' in signature && signature.jwks !== undefined)
  )
