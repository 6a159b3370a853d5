import { findSimilarKey } from '../../contract/find-similar-key.ts'

/** Variables of clients and of this repository's tests, which may be set where the service runs. */
const others = new Set([
  'PLUGBOARD_API_KEY',
  'PLUGBOARD_BASE_URL',
  'PLUGBOARD_MCP_KEY',
  'PLUGBOARD_ORG_API_KEY',
  'PLUGBOARD_SESSION',
  'PLUGBOARD_TEST_ENGINE',
  'PLUGBOARD_USER_API_KEY',
])

/** What Kubernetes sets in every container for a Service of the name "plugboard". */
const ofKubernetes = /^PLUGBOARD_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_|$)/

/** Names the variables that look like settings and are none, such as misspelt ones. */
export const describeUnknownSettings = (
  names: readonly string[],
  known: readonly string[],
): string | undefined => {
  const unknown = names.filter(
    (name) =>
      name.startsWith('PLUGBOARD_') &&
      !known.includes(name) &&
      !others.has(name) &&
      !ofKubernetes.test(name),
  )
  if (unknown.length === 0) return undefined
  const lowerCase = known.map((name) => name.toLowerCase())
  const described = unknown.toSorted().map((name) => {
    const similar = findSimilarKey(name.toLowerCase(), lowerCase)?.toUpperCase()
    return `${name} is no setting${similar === undefined ? '.' : `; did you mean ${similar}?`}`
  })
  return `${described.join(' ')} plugboard start --help lists the settings`
}
