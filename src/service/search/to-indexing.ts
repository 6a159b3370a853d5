import type { Indexing } from '../../contract/indexing.ts'
import type { IndexState } from './search.ts'

/** The field by which a search says that it could not see all tools. */
export const toIndexing = (index: IndexState | undefined): { index?: Indexing } =>
  !index || index.isComplete
    ? {}
    : { index: { complete: false, indexed_tools: index.indexed, total_tools: index.total } }
