/** An answer of HTTP that says in JSON-RPC why there is no other. */
export const refuse = (
  status: number,
  code: number,
  message: string,
  { id = null, data }: { id?: string | number | null; data?: Record<string, unknown> } = {},
): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id }, { status })
