import {
  buildHttpRequest,
  type BuiltRequest,
  type RequestContext,
} from '../../../../src/service/execution/http-request/index.ts'
import type {
  HttpRequestTemplate,
  ParameterTemplate,
} from '../../../../src/service/catalog/definitions.ts'

const loadBinary: RequestContext['loadBinary'] = async (value) => {
  const { base64, ...named } = value as { base64: string; contentType?: string; filename?: string }
  return { content: Buffer.from(base64, 'base64'), ...named }
}

/** A template for https://api.example with the given difference. */
export const build = (
  template: Partial<HttpRequestTemplate>,
  args: Record<string, unknown>,
  context: Partial<RequestContext> = {},
): Promise<BuiltRequest> =>
  buildHttpRequest(
    {
      method: 'GET',
      server: { url: 'https://api.example' },
      path: '/',
      parameters: [],
      ...template,
    },
    args,
    { loadBinary, ...context },
  )

/** A parameter that is called the same as an argument and on the wire. */
export const parameter = (
  place: ParameterTemplate['in'],
  name: string,
  more: Partial<ParameterTemplate> = {},
): ParameterTemplate => {
  const style = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  return {
    argument: name,
    name,
    in: place,
    style,
    explode: style === 'form',
    allowReserved: false,
    ...more,
  }
}
