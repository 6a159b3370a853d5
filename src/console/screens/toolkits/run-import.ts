import { PlugboardError } from '../../../client/plugboard-error.ts'
import { client } from '../../api/client.ts'
import type { Recognized } from './recognize.ts'

type ImportState = Awaited<ReturnType<typeof client.toolkits.getImport>>
/** What an import made, and what is missing. */
export type Report = NonNullable<ImportState['report']> & { slug: string }
type Progress = (done: number, total: number) => void

const pollMs = 500

/** Waits for an import; throws what it says went wrong. */
const waitForImport = async (id: string, progress: Progress): Promise<Report | undefined> => {
  for (;;) {
    const {
      status,
      slug,
      error,
      report,
      progress: at,
    } = await client.toolkits.getImport({
      params: { id },
    })
    if (status === 'succeeded') return report ? { ...report, slug } : undefined
    if (status === 'failed')
      throw new PlugboardError('invalid_request', error ?? 'The import failed')
    progress(at.done, at.total)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Adds a toolkit of the catalogue, as it is described now. */
export const addByName = async (slug: string, progress: Progress): Promise<Report | undefined> => {
  const { imports } = await client.toolkits.add({ body: { toolkits: [slug] } })
  const [first] = imports
  return first && waitForImport(first.id, progress)
}

/** Imports what somebody typed or pasted. */
export const runImport = async (
  text: string,
  known: Recognized,
  slug: string,
  progress: Progress,
): Promise<Report | undefined> => {
  if (known.kind === 'name') return addByName(slug, progress)
  const source = {
    openapi: { openapi: text },
    document: { openapi: text },
    mcp: { mcp: { url: text } },
    graphql: { graphql: { url: text } },
  }[known.kind]
  const { id } = await client.toolkits.import({ body: { slug, source } })
  return waitForImport(id, progress)
}
