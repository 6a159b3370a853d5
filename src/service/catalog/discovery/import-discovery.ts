import { importOpenApi, type ImportOptions } from '../openapi/index.ts'
import { isDiscovery } from './is-discovery.ts'
import { toOpenApi } from './to-openapi.ts'

/**
 * Makes a toolkit from Google Discovery documents, by way of OpenAPI: the same operation becomes
 * the same tool, whichever of the two describes it.
 *
 * @example
 * const { toolkit, report } = await importDiscovery(JSON.parse(text), { slug: 'gmail' })
 */
export const importDiscovery = async (
  description: unknown,
  options: ImportOptions,
): ReturnType<typeof importOpenApi> => {
  const skipped: ReturnType<typeof toOpenApi>['skipped'] = []
  const { toolkit, report } = await importOpenApi(description, {
    ...options,
    correct: async (given) => {
      const corrected = options.correct ? await options.correct(given) : given
      if (!isDiscovery(corrected)) return corrected
      const converted = toOpenApi(corrected)
      skipped.push(...converted.skipped)
      return converted.document
    },
  })
  return {
    toolkit,
    report: {
      ...report,
      operations: report.operations + skipped.length,
      skipped: [...report.skipped, ...skipped],
    },
  }
}
