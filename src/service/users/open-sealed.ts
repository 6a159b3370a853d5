import type { Project } from '../endpoint/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'

/** What a column holds as JSON; null if there is nothing that can be read. */
export const openSealed = (
  { dataKey }: Pick<Project, 'dataKey'>,
  content: string | null,
  record: string,
  field: string | undefined,
): unknown => {
  if (content === null) return null
  const text =
    field === undefined
      ? content
      : unlessDamaged(
          () => dataKey.decrypt(content, { record, field }),
          () => null,
        )
  return text === null ? null : parse(text)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
