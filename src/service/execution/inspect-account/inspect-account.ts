import { notInspected, toCredential, type InspectAccount } from '../../accounts/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { probeApi, type ProbeParts, type Candidate } from './probe-api.ts'
import { lookUpValues } from './look-up-values.ts'
import { readIdentity } from './read-identity.ts'

type Parts = ProbeParts & { catalog: Pick<Catalog, 'getToolkit'>; clock: Clock }

type Verification = NonNullable<
  NonNullable<Candidate['toolkit']['definition']['account']>['verification']
>

/**
 * Asks a toolkit's API about a new connection, as its recipe says: for values that only the API
 * knows, then whose credential it is, and whether the API takes it. An API that cannot be asked
 * refuses nothing.
 */
export const createInspectAccount =
  (parts: Parts): InspectAccount =>
  async (project, { authConfig, values: given, former = {}, verify = true }) => {
    const toolkit = await parts.catalog.getToolkit(project, authConfig.toolkit)
    const { verification } = toolkit.definition.account ?? {}
    const found = await lookUpValues(parts, { project, toolkit, authConfig }, given, former)
    if (found.kind !== 'found') return found
    const { values } = found
    if (!verification || !verify) return { kind: 'accepted', values, about: notInspected }
    const credential = toCredential({ account: { values }, authConfig })
    return verifyCredential(parts, { project, toolkit, credential }, values, verification)
  }

const verifyCredential = async (
  parts: Parts,
  candidate: Candidate,
  values: Record<string, unknown>,
  { request, refused, identity }: Verification,
): ReturnType<InspectAccount> => {
  const asked = await probeApi(parts, candidate, request, refused && { refused })
  switch (asked.kind) {
    case 'refused':
      return asked
    case 'unknown':
      return { kind: 'accepted', values, about: { ...notInspected, verification: 'unverified' } }
    case 'answered':
      return {
        kind: 'accepted',
        values,
        about: {
          verification: 'verified',
          verifiedAt: parts.clock.now().toISOString(),
          identity: readIdentity(identity, asked.body, parts.publicUrl()),
        },
      }
    default:
      return asked satisfies never
  }
}
