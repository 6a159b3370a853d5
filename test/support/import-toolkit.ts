import type { ImportReport } from '../../src/contract/toolkits.ts'
import type { TestService } from './start-service.ts'

/** Imports a toolkit and waits for its report; throws what the import says went wrong. */
export const importToolkit = async (
  { client }: Pick<TestService, 'client'>,
  body: Parameters<TestService['client']['toolkits']['import']>[0]['body'],
): Promise<ImportReport> => {
  const { id } = await client.toolkits.import({ body })
  for (;;) {
    const state = await client.toolkits.getImport({ params: { id } })
    if (state.status === 'failed') throw new Error(state.error ?? 'the import failed')
    if (state.report) return state.report
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
