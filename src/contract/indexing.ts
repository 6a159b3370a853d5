import { z } from 'zod'

/** How far the search index of a project is. */
const indexing = z.object({
  complete: z.literal(false),
  indexed_tools: z.number().describe('Tools that this search could find'),
  total_tools: z.number().describe('Tools to index; 0 until they are counted'),
})
export type Indexing = z.infer<typeof indexing>

/** The field of a search. */
export const indexingField = {
  index: indexing
    .optional()
    .describe(
      "Only while the project's tools are being indexed: some may be missing, so search again later. An import has ended when its tools are indexed",
    ),
}
