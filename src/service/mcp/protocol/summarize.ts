import { readTraceContext } from '../../platform/trace-context.ts'

/**
 * What the log says of a message: method and tool by name, and the trace that it belongs to;
 * nothing of its content.
 */
export const summarize = (body: unknown): Record<string, string> => {
  if (!isObject(body)) return {}
  const { method, params } = body
  const name = isObject(params) ? params['name'] : undefined
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {}
  const traceparent = readTraceContext((field) => meta[field])?.traceparent
  return {
    ...(typeof method === 'string' && { method: method.slice(0, 100) }),
    ...(method === 'tools/call' && typeof name === 'string' && { tool: name.slice(0, 100) }),
    ...(traceparent !== undefined && { traceparent }),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
