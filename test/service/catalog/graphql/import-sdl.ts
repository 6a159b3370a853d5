import { afterAll } from 'vitest'
import {
  importGraphQl,
  type GraphQlImportOptions,
} from '../../../../src/service/catalog/graphql/index.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { createTextParser } from '../../../../src/service/platform/untrusted-text/index.ts'

const texts = createTextParser({ metrics: noMetrics })
afterAll(() => texts.close())

export const parseSdl = (sdl: string): Promise<unknown> => texts.parseSchema(sdl)

/** Imports a schema as the toolkit `acme`. */
export const importSdl = async (sdl: string, options: Partial<GraphQlImportOptions> = {}) =>
  importGraphQl(await parseSdl(sdl), {
    slug: 'acme',
    url: 'https://api.acme.example/graphql',
    auth: [],
    ...options,
  })
