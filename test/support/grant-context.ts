import { onTestFinished } from 'vitest'
import type { AccountValues, GrantContext } from '../../src/service/auth-schemes/scheme.ts'
import type { FieldDescriptor, OAuthDefinition } from '../../src/service/auth-schemes/index.ts'
import type { AuthScheme } from '../../src/contract/common.ts'
import { createOutbound, sendFor } from '../../src/service/platform/outbound/index.ts'

/** What a scheme is given to ask a provider on loopback. */
export const grantContext = (given: {
  mode: AuthScheme
  oauth: OAuthDefinition
  accountFields?: FieldDescriptor[]
  client?: AccountValues
  values?: AccountValues
  now?: Date
}): GrantContext => {
  const outbound = createOutbound({ allow: ['127.0.0.1/32'] })
  onTestFinished(() => outbound.close())
  return {
    definition: {
      mode: given.mode,
      name: given.mode,
      authConfigFields: [],
      accountFields: given.accountFields ?? [],
      oauth: given.oauth,
    },
    client: given.client ?? {},
    values: given.values ?? {},
    send: sendFor(outbound, { purpose: 'oauth', projectId: 'pr_test' }),
    now: given.now ?? new Date(),
  }
}
