import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'

/** The OpenAPI document, loaded when it is first asked for: no other operation needs it. */
export const describeInterface = (
  publicUrl: () => string,
): Handlers<typeof contract.description> => ({
  openapi: async () => {
    const { openApiDocument } = await import('../../contract/openapi.ts')
    return { status: 200, body: openApiDocument({ url: publicUrl() }) }
  },
})
