import type { Scheme } from './scheme.ts'

export const noAuth: Scheme = {
  define: () => ({ authConfigFields: [], accountFields: [] }),
  provider: null,
  credentialValues: [],
  check: () => [],
  apply: (_definition, _values, request) => request,
}
