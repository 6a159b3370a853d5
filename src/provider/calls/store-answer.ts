import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { missingFile, nameOf, typeOf } from '../custom-tools/file-details.ts'
import type { CustomAnswer } from '../custom-tools/to-answer.ts'
import type { SessionCore } from '../session/session-core.ts'
import { toBase64 } from '../tools/to-base64.ts'

/**
 * Returns the data of a custom tool's result in the form that remote results have: files with
 * addresses, and a preview with a handle in the place of a large result.
 *
 * The tool has run, so its result is returned even if the service cannot store it.
 */
export const storeAnswer = async (
  { client, id, record }: SessionCore,
  { data, text, files }: CustomAnswer,
  { signal, timeoutMs }: CallOptions,
): Promise<Record<string, unknown>> => {
  const { workbench, answers } = record.config
  const isLarge = text.length > workbench.auto_offload_threshold && answers?.offload !== false
  if (files.length === 0 && !isLarge) return data
  try {
    const sent = await Promise.all(
      files.map(async ({ at, content }) => ({
        at,
        base64: toBase64(new Uint8Array(await content.arrayBuffer())),
        content_type: typeOf(content),
        ...nameOf(content),
      })),
    )
    const stored = await client.sessions.storeResult(
      { params: { session_id: id }, body: { data, ...(sent.length > 0 && { files: sent }) } },
      { signal, timeoutMs },
    )
    return stored.data ?? data
  } catch (error) {
    if (error instanceof PlugboardError && error.slug === 'aborted') throw error
    return files.length === 0 ? data : withoutFiles(data, files)
  }
}

const withoutFiles = (
  data: Record<string, unknown>,
  files: CustomAnswer['files'],
): Record<string, unknown> => {
  const describe = (place: string) => {
    const content = files.find(({ at }) => at === place)?.content
    return content && missingFile(content, 'The file could not be stored')
  }
  const { file, files: list } = data
  return {
    ...data,
    ...(file === null && { file: describe('/file') ?? null }),
    ...(Array.isArray(list) && {
      files: list.map((each: unknown, index) => describe(`/files/${index}`) ?? each),
    }),
  }
}
