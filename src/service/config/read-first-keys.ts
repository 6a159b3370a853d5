import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import type { GivenKeys } from '../projects/index.ts'

type Variables = {
  PLUGBOARD_FIRST_API_KEY?: string | undefined
  PLUGBOARD_FIRST_API_KEY_FILE?: string | undefined
}

const kinds = { pbk: 'apiKey', pbu: 'userApiKey', pbo: 'orgApiKey' } as const

/** The keys that the first project gets: a project's, and if given a user's and an organization's. */
export const readFirstKeys = (variables: Variables): { firstKeys?: GivenKeys } => {
  const text = variables.PLUGBOARD_FIRST_API_KEY ?? readFile(variables.PLUGBOARD_FIRST_API_KEY_FILE)
  if (text === undefined) return {}
  const keys: Partial<GivenKeys> = {}
  for (const key of text.split(',').map((each) => each.trim())) {
    const [, kind = ''] = /^(pb[kuo])_[0-9A-Za-z]{26,100}$/.exec(key) ?? []
    if (kind !== 'pbk' && kind !== 'pbu' && kind !== 'pbo') throw wrongKey('holds something else')
    if (keys[kinds[kind]] !== undefined) throw wrongKey(`holds two keys with ${kind}_`)
    keys[kinds[kind]] = key
  }
  if (keys.apiKey === undefined) throw wrongKey('holds no key of a project')
  return { firstKeys: { ...keys, apiKey: keys.apiKey } }
}

const wrongKey = (problem: string) =>
  new ConfigError(
    `PLUGBOARD_FIRST_API_KEY ${problem}: it must be pbk_ and 26 to 100 random letters and digits, and may go on with ,pbu_… and ,pbo_… for a user key and an organization key. ` +
      'Make one with `echo "pbk_$(openssl rand -hex 20)"`',
  )

const readFile = (path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`PLUGBOARD_FIRST_API_KEY_FILE is ${path}, which cannot be read`, {
      cause,
    })
  }
}
