import { publicRange } from './create-address-rules.ts'
import { egressSetting, type Egress } from './egress.ts'
import { OutboundError } from './outbound-error.ts'
import { portOf } from './port-of.ts'

/**
 * The error for a forbidden address, with the entry that would allow it. The message names the
 * range, not the address that a name resolved to, to reveal nothing of the operator's network.
 */
export const toBlockedError = (url: URL, range: string, egress: Egress): OutboundError => {
  const reason =
    range === publicRange
      ? 'because it contains a credential, which plain http would expose; use https'
      : `because it resolves to an address that is not public (${range})`
  return new OutboundError(
    'blocked',
    url.host,
    `not called, ${reason}; the operator can allow it by adding "${entryFor(url, egress)}" to ${egressSetting}`,
  )
}

const entryFor = (url: URL, { purpose, projectId, toolkit }: Egress): string => {
  const scope =
    projectId === null ? '' : `${projectId}${toolkit === undefined ? '' : `:${toolkit}`}=`
  return `${scope}${purpose}@${url.hostname}:${portOf(url)}`
}
