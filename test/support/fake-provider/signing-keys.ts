import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { issue, type Issued } from '../make-certificates.ts'
import { authority } from '../start-receiver.ts'
import { startKeyServer } from '../start-key-server.ts'

type Signature = NonNullable<TriggerWebhook['signature']>

/** What a provider signs with; `address` is that of the certificate, if it has one. */
export type SigningKey = { privateKey: KeyObject; publicKey: string; address?: string }

export type SigningKeys = {
  /** The recipe with the keys of this provider in the place of the real one's. */
  recipe: Recipe
  /** By the slug of the trigger type; none where a shared secret signs. */
  of(slug: string): SigningKey | undefined
  /** The host of the published keys, and the authority that issued the certificates. */
  host: string | undefined
  authorities: string
}

/**
 * Makes the keys that the trigger types of a recipe need, and publishes key sets and certificates
 * where the recipe says that they are published.
 */
export const createSigningKeys = async (recipe: Recipe): Promise<SigningKeys> => {
  const keys = new Map<string, SigningKey>()
  const published = new Map<string, string>()
  const signatures = recipe.triggers.flatMap((trigger) =>
    trigger.type === 'webhook' && trigger.webhook.signature
      ? [{ slug: trigger.slug, signature: trigger.webhook.signature }]
      : [],
  )
  const hasPublished = signatures.some(({ signature }) => isPublished(signature))
  const server = hasPublished
    ? await startKeyServer((path) => published.get(path) ?? 404)
    : undefined
  let root: Issued | undefined
  for (const { slug, signature } of signatures) {
    const path = `/${slug}`
    if (signature.kind === 'rsa' && signature.certificate) {
      root ??= issue({ name: 'root.example', isAuthority: true })
      const leaf = issue({ name: signature.certificate.subject, issuer: root, bits: 2048 })
      published.set(path, leaf.certificate)
      keys.set(slug, { ...toKey(leaf.privateKey), address: `${server?.url ?? ''}${path}` })
      continue
    }
    const made = makeKey(signature)
    if (!made) continue
    keys.set(slug, toKey(made))
    if (signature.kind === 'jwt' && signature.jwks !== undefined)
      published.set(path, JSON.stringify({ keys: [toJwk(made, signature.algorithms[0])] }))
  }
  const replaced = recipe.triggers.map((trigger) =>
    trigger.type === 'webhook' && trigger.webhook.signature
      ? {
          ...trigger,
          webhook: {
            ...trigger.webhook,
            signature: withKey(trigger.webhook.signature, {
              slug: trigger.slug,
              publicKey: keys.get(trigger.slug)?.publicKey,
              server,
            }),
          },
        }
      : trigger,
  )
  return {
    recipe: { ...recipe, triggers: replaced },
    of: (slug) => keys.get(slug),
    host: server?.host,
    authorities: [authority, root?.certificate ?? ''].join('\n'),
  }
}

const isPublished = (signature: Signature): boolean =>
  (signature.kind === 'rsa' && signature.certificate !== undefined) ||
  (signature.kind === 'jwt' && signature.jwks !== undefined)

/** Undefined where a shared secret signs. */
const makeKey = (signature: Signature): KeyObject | undefined => {
  if (signature.kind === 'ed25519') return generateKeyPairSync('ed25519').privateKey
  if (signature.kind === 'ecdsa')
    return generateKeyPairSync('ec', { namedCurve: signature.curve }).privateKey
  if (signature.kind === 'rsa') return rsaKey()
  return signature.kind === 'jwt' ? keyOfAlgorithm(signature.algorithms[0] ?? '') : undefined
}

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const keyOfAlgorithm = (algorithm: string): KeyObject | undefined => {
  if (algorithm.startsWith('HS')) return undefined
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey
  if (algorithm.startsWith('ES'))
    return generateKeyPairSync('ec', { namedCurve: algorithm === 'ES256' ? 'P-256' : 'P-384' })
      .privateKey
  return rsaKey()
}

const toKey = (privateKey: KeyObject | string): SigningKey => {
  const publicKey = createPublicKey(privateKey)
  return {
    privateKey: typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

const toJwk = (privateKey: KeyObject, alg: string | undefined) => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  kid: 'fake-key',
  alg,
  use: 'sig',
})

type Replacement = {
  slug: string
  publicKey: string | undefined
  server: { url: string; host: string } | undefined
}

const withKey = (signature: Signature, { slug, publicKey, server }: Replacement): Signature => {
  if (signature.kind === 'rsa' && signature.certificate)
    return {
      ...signature,
      certificate: { ...signature.certificate, hosts: [server?.host ?? ''], issuer_hosts: [] },
    }
  if (signature.kind === 'jwt' && signature.jwks !== undefined)
    return { ...signature, jwks: `${server?.url ?? ''}/${slug}` }
  if (!('key' in signature) || signature.key === undefined) return signature
  return { ...signature, key: publicKey }
}
