import { headerProblem, textOf, type Scheme } from './scheme.ts'

export const basic: Scheme = {
  check: (_definition, values) => {
    const username = textOf(values, 'username')
    if (textOf(values, 'basic_encoded') !== undefined)
      return headerProblem('basic_encoded', textOf(values, 'basic_encoded') ?? '')
    if (username === undefined) return ['username is required']
    return username.includes(':') ? ['username must not contain ":"'] : []
  },
  apply: (_definition, values, request) => ({
    ...request,
    headers: { ...request.headers, authorization: `Basic ${encoded(values)}` },
  }),
}

const encoded = (values: Parameters<Scheme['apply']>[1]): string =>
  textOf(values, 'basic_encoded') ??
  Buffer.from(`${textOf(values, 'username') ?? ''}:${textOf(values, 'password') ?? ''}`).toString(
    'base64',
  )
