/** An HTTP response with a JSON-RPC error. */
export const toRpcErrorResponse = (
  status: number,
  code: number,
  message: string,
  { id = null, data }: { id?: string | number | null; data?: Record<string, unknown> } = {},
): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id }, { status })
