import { textOf, type Scheme } from './scheme.ts'

/** What schemes do that exchange what an account holds for an `access_token`. */
export const applyAccessToken: Scheme['apply'] = (_definition, values, request) => {
  const token = textOf(values, 'access_token')
  return token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}
