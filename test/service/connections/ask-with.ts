import { basePath } from '../../../src/contract/endpoint.ts'

/** An answer, with its JSON. */
export type Asked = {
  status: number
  body: any // eslint-disable-line typescript/no-explicit-any -- a test looks into answers of every shape
}

/** Asks as a page does with a connect token; `headers` say where the page is from. */
export const askWith =
  (url: string, token: string, headers: Record<string, string>) =>
  async (method: string, path: string, body?: unknown): Promise<Asked> => {
    const response = await fetch(url + basePath + path, {
      method,
      headers: {
        'x-connect-token': token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
