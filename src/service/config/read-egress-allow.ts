import { ConfigError } from './config-error.ts'
import { parseAllowEntry } from '../platform/outbound/index.ts'
import { publicMessage } from '../platform/public-error.ts'

const maximumEntries = 1000

/** The entries of PLUGBOARD_EGRESS_ALLOW, each of which can be parsed. */
export const readEgressAllow = (text: string): string[] => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length > maximumEntries)
    throw new ConfigError(
      `PLUGBOARD_EGRESS_ALLOW has ${entries.length} entries; the maximum is ${maximumEntries}. Combine addresses into CIDRs`,
    )
  for (const entry of entries) {
    const problem = problemOf(entry)
    if (problem !== undefined) throw new ConfigError(`PLUGBOARD_EGRESS_ALLOW: ${problem}`)
  }
  return entries
}

/** The causes of an entry's error say the same again, in the words of a library. */
const problemOf = (entry: string): string | undefined => {
  const [, scope = '', address = ''] = /^(.*[=@]|)(https?:\/\/.*)$/.exec(entry) ?? []
  const url = URL.parse(address)
  if (url)
    return `The entry "${entry}" is a URL; write its host and port: "${scope}${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}"`
  try {
    parseAllowEntry(entry)
    return undefined
  } catch (error) {
    return publicMessage(error, `The entry "${entry}" cannot be read`)
  }
}
