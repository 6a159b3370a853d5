import { createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { entries } from '../entries.ts'
import { createDataKey, type DataKey } from './create-data-key.ts'
import type { KeyRing } from './parse-key-ring.ts'
import { seal, unseal } from './seal.ts'
import { SecretsError } from './secrets-error.ts'

/**
 * Encrypted storage in two layers: a root key of the ring wraps the data key of each project, and
 * the data key encrypts that project's secrets. Destroying the wrapped data key destroys them all.
 */
export type Secrets = {
  /**
   * The root keys of the ring, the current one first, each with the prefix of the texts that it
   * wrapped.
   */
  rootKeys: readonly { version: string; beginning: string }[]
  /**
   * Creates a wrapped data key, to be stored with the project. The text names the version of the
   * root key.
   */
  createDataKey(project: string): string
  /**
   * Throws `SecretsError` when the text belongs to another project or its root key is not in the
   * ring.
   */
  open(project: string, wrapped: string): DataKey
  /**
   * Wraps the data key with the current root key; returns the same text if it already is. Encrypted
   * values stay readable.
   */
  rewrap(project: string, wrapped: string): string
}

export const createSecrets = (keyRing: KeyRing): Secrets => {
  const opened = new LRUCache<string, DataKey>(entries(1000))

  return {
    rootKeys: [...keyRing.byVersion.keys()].map((version) => ({
      version,
      beginning: beginningOf(version),
    })),
    createDataKey: (project) =>
      wrap(
        keyRing,
        project,
        randomBytes(8).toString('base64url'),
        createSecretKey(randomBytes(32)),
      ),
    open(project, wrapped) {
      // An unwrapped text holds no line break, so no two pairs give the same name.
      const name = `${wrapped}\n${project}`
      const known = opened.get(name)
      if (known) return known
      const { version, key } = unwrap(keyRing, project, wrapped)
      const dataKey = createDataKey(project, version, key)
      opened.set(name, dataKey)
      return dataKey
    },
    rewrap(project, wrapped) {
      const { rootVersion, version, key } = unwrap(keyRing, project, wrapped)
      return rootVersion === keyRing.current.version
        ? wrapped
        : wrap(keyRing, project, version, key)
    },
  }
}

const beginningOf = (rootVersion: string): string => `v1.${rootVersion}.`

// v1.<version of the root key>.<version of the data key>.<sealed>
const wrap = ({ current }: KeyRing, project: string, version: string, key: KeyObject): string =>
  `${beginningOf(current.version)}${version}.${seal(current.key, key.export(), additional(project, current.version, version))}`

const unwrap = (
  keyRing: KeyRing,
  project: string,
  wrapped: string,
): { rootVersion: string; version: string; key: KeyObject } => {
  const [format, rootVersion, version, sealed, ...rest] = wrapped.split('.')
  if (
    format !== 'v1' ||
    rootVersion === undefined ||
    version === undefined ||
    sealed === undefined ||
    rest.length > 0
  ) {
    throw new SecretsError(
      `The data key of project "${project}" is not of the form v1.root.key.text`,
    )
  }
  const root = keyRing.byVersion.get(rootVersion)
  if (!root) {
    throw new SecretsError(
      `The data key of project "${project}" requires root key version "${rootVersion}", which is not in the key ring; add it`,
      { missingRootKey: rootVersion },
    )
  }
  try {
    return {
      rootVersion,
      version,
      key: createSecretKey(unseal(root.key, sealed, additional(project, rootVersion, version))),
    }
  } catch (cause) {
    throw new SecretsError(
      `The data key of project "${project}" cannot be decrypted: it was changed, belongs to another project, or root key version "${rootVersion}" is a different key than before`,
      { cause },
    )
  }
}

const additional = (project: string, rootVersion: string, version: string): string[] => [
  'data key v1',
  project,
  rootVersion,
  version,
]
