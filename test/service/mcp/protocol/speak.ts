export type Spoken = { status: number; headers: Headers; body: any; messages: any[] } // eslint-disable-line typescript/no-explicit-any -- a test looks into answers of every shape

export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26']
export const modernVersion = '2026-07-28'

type Options = { headers?: Record<string, string>; signal?: AbortSignal }

/**
 * Sends one message as it is. `body` is the last JSON-RPC message of the answer, `messages` are all
 * of them.
 */
export const post = async (
  url: string,
  message: unknown,
  { headers = {}, signal }: Options = {},
): Promise<Spoken> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const messages = /event-stream/.test(response.headers.get('content-type') ?? '')
    ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
    : text === ''
      ? []
      : [JSON.parse(text)]
  return { status: response.status, headers: response.headers, body: messages.at(-1), messages }
}

type Question = Options & { capabilities?: Record<string, unknown>; meta?: Record<string, unknown> }

/** A request of 2026-07-28, which says everything of itself. */
export const ask = (
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  question: Question = {},
): Promise<Spoken> => {
  const { message, ...options } = toQuestion(method, params, question)
  return post(url, message, options)
}

const toQuestion = (
  method: string,
  params: Record<string, unknown>,
  { headers, capabilities = {}, meta = {}, ...options }: Question,
) => ({
  message: {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modernVersion,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        ...meta,
      },
    },
  },
  ...options,
  headers: {
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
    ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
    ...headers,
  },
})

/**
 * A subscription of 2026-07-28. `next` answers with its next message, and with nothing once it is
 * over.
 */
export const listen = async (
  url: string,
  notifications: Record<string, unknown>,
  question: Question = {},
) => {
  const controller = new AbortController()
  const { message, headers } = toQuestion('subscriptions/listen', { notifications }, question)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
    signal: controller.signal,
  })
  const chunks = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  // eslint-disable-next-line typescript/no-explicit-any -- a test looks into messages of every shape
  const next = async (): Promise<any> => {
    for (;;) {
      const [event, ...rest] = text.split('\n\n')
      if (rest.length > 0) {
        text = rest.join('\n\n')
        const data = /^data: (.+)$/m.exec(event ?? '')?.[1]
        if (data !== undefined) return JSON.parse(data)
      } else {
        const chunk = await chunks?.next()
        if (!chunk || chunk.done) return undefined
        text += chunk.value
      }
    }
  }
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    next,
    close: () => controller.abort(),
  }
}

/**
 * The handshake of the revisions before it; answers with what goes on in the same client session.
 */
export const shakeHands = async (
  url: string,
  {
    headers = {},
    version = '2025-11-25',
    capabilities = {},
  }: Options & { version?: string; capabilities?: Record<string, unknown> } = {},
) => {
  const opened = await post(
    url,
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: version,
        capabilities,
        clientInfo: { name: 'test', version: '1' },
      },
    },
    { headers },
  )
  const session: Record<string, string> = {
    ...headers,
    'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
    ...(version !== '2025-03-26' && { 'mcp-protocol-version': version }),
  }
  return {
    opened,
    request: (
      method: string,
      params: Record<string, unknown> = {},
      { id = 1, signal }: { id?: number; signal?: AbortSignal } = {},
    ) =>
      post(
        url,
        { jsonrpc: '2.0', id, method, params },
        { headers: session, ...(signal && { signal }) },
      ),
    notify: (method: string, params: Record<string, unknown> = {}) =>
      post(url, { jsonrpc: '2.0', method, params }, { headers: session }),
    send: (message: unknown) => post(url, message, { headers: session }),
  }
}
