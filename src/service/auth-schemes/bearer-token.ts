import { headerProblem, textOf, type Scheme } from './scheme.ts'

export const bearerToken: Scheme = {
  check: (_definition, values) => {
    const token = textOf(values, 'token', 'bearer_token', 'access_token')
    return token === undefined ? ['token is required'] : headerProblem('token', token)
  },
  apply: (_definition, values, request) => ({
    ...request,
    headers: {
      ...request.headers,
      authorization: `Bearer ${textOf(values, 'token', 'bearer_token', 'access_token') ?? ''}`,
    },
  }),
}
