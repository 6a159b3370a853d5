import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'

/** Serves the OpenAPI document, loaded with the first request for it. */
export const describeInterface = (
  publicUrl: () => string,
): Handlers<typeof contract.description> => ({
  openapi: async () => {
    const { openApiDocument } = await import('../../contract/openapi.ts')
    return { status: 200, body: openApiDocument({ url: publicUrl() }) }
  },
})
