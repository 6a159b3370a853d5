import type { AuthSchemeDefinition, CredentialPlacement } from '../../../auth-schemes/index.ts'
import { plainText } from '../../../platform/untrusted-text/index.ts'

/** A suggestion is read by a person; a longer one names the scheme alone. */
const longest = 400

/**
 * The `auth` of an import that amounts to a scheme of the description, as JSON and, where there are
 * some for it, as options of the command: `` `auth` {"scheme": "BASIC"} (--auth BASIC) ``.
 */
export const suggestAuth = (scheme: AuthSchemeDefinition): string => {
  const { mode, placements = [], oauth = {} } = scheme
  const { authorizationUrl, tokenUrl } = oauth
  const addresses = {
    ...(authorizationUrl !== undefined && { authorization_url: authorizationUrl }),
    ...(tokenUrl !== undefined && { token_url: tokenUrl }),
  }
  const auth = {
    scheme: mode,
    ...(placements.length > 0 && { placements }),
    ...(Object.keys(addresses).length > 0 && { oauth: addresses }),
  }
  const json = toText(auth)
  const options = plainText(optionsOf(scheme), longest)
  const isLong = json.length > longest || options.length > longest
  const shown = isLong
    ? { json: toText({ scheme: mode }), options: `--auth ${mode}` }
    : { json, options }
  return `\`auth\` ${shown.json}${shown.options === '' ? '' : ` (${shown.options})`}`
}

const toText = (value: unknown): string => plainText(JSON.stringify(value), longest * 2)

/** Empty where only a request can say it. */
const optionsOf = ({ mode, placements = [], oauth = {} }: AuthSchemeDefinition): string => {
  if (mode === 'API_KEY') return placements.length === 1 ? keyOptions(placements[0]) : ''
  if (placements.length > 0) return ''
  const { authorizationUrl, tokenUrl } = oauth
  const addresses = [
    ...(authorizationUrl === undefined ? [] : [['--authorization-url', authorizationUrl]]),
    ...(tokenUrl === undefined ? [] : [['--token-url', tokenUrl]]),
  ]
  return addresses.every(([, address = '']) => isHarmless(address))
    ? [`--auth ${mode}`, ...addresses.map((each) => each.join(' '))].join(' ')
    : ''
}

/** A person pastes it into a shell, and the description chose it. */
const isHarmless = (address: string): boolean => /^https?:\/\/[\w./:~-]+$/.test(address)

const keyOptions = (placement: CredentialPlacement | undefined): string => {
  const { in: place, name, prefix = '' } = placement ?? { in: 'cookie', name: '' }
  if ((place !== 'header' && place !== 'query') || !/^[\w.-]+$/.test(name)) return ''
  const after = prefix === '' ? '' : ` --auth-prefix '${prefix}'`
  return /^[\w =:-]*$/.test(prefix) ? `--auth-${place} ${name}${after}` : ''
}
