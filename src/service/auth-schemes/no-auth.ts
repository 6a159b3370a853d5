import type { Scheme } from './scheme.ts'

export const noAuth: Scheme = {
  check: () => [],
  apply: (_definition, _values, request) => request,
}
