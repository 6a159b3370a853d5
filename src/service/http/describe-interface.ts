import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'

/** Serves the OpenAPI document, which is loaded on the first request. */
export const describeInterface = (
  publicUrl: () => string,
): Handlers<typeof contract.description> => ({
  openapi: async () => {
    const { openApiDocument } = await import('../../contract/openapi.ts')
    return { status: 200, body: openApiDocument({ url: publicUrl() }) }
  },
})
