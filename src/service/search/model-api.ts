import {
  createOutbound,
  type EgressPurpose,
  type Outbound,
  type OutboundProxy,
  type OutboundResponse,
} from '../platform/outbound/index.ts'

/** The address and model of an operator's OpenAI-compatible API, such as `https://api.openai.com/v1`. */
export type ModelEndpoint = {
  url: string
  model: string
  key?: string | undefined
  /** Of the operator, for public addresses. */
  proxy?: OutboundProxy | undefined
}

export type ModelApi = Pick<Outbound, 'close'> & {
  /** Names the API, and nothing that is secret. */
  host: string
  /** Sends JSON to `{url}/{path}`. */
  post(path: string, body: object, options: PostOptions): Promise<OutboundResponse>
}

type PostOptions = {
  timeoutMs: number
  maxResponseBytes?: number
  signal?: AbortSignal | undefined
}

/** The operator chose the address, so a private one is allowed too, and nothing else. */
export const createModelApi = (endpoint: ModelEndpoint, purpose: EgressPurpose): ModelApi => {
  const { host, port, protocol } = new URL(endpoint.url)
  const address = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
  const outbound = createOutbound({
    allow: [`${purpose}@${address}`],
    userAgent: 'plugboard',
    ...(endpoint.proxy && { proxy: endpoint.proxy }),
  })
  return {
    host,
    close: outbound.close,
    post: (path, body, { timeoutMs, maxResponseBytes, signal }) =>
      outbound.send({
        egress: { purpose, projectId: null },
        url: `${endpoint.url.replace(/\/+$/, '')}/${path}`,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(endpoint.key !== undefined && { authorization: `Bearer ${endpoint.key}` }),
        },
        body: JSON.stringify(body),
        timeoutMs,
        ...(maxResponseBytes !== undefined && { maxResponseBytes }),
        ...(signal && { signal }),
      }),
  }
}
