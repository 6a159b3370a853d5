import { createHash } from 'node:crypto'
import type { DescriptionCache, ReadDescription, ReadOptions } from '../../descriptions/index.ts'
import type { DescriptionSource } from '../definitions.ts'
import type { ImportRequest } from '../import-request.ts'

/** Beyond these, a change is noticed only when the toolkit is imported again. */
export const maximumSources = 100

export type AddressReader = ReturnType<typeof createAddressReader>

/**
 * Reads the files of one import: from their addresses, or from the copies that the service keeps of
 * the official ones.
 */
export const createAddressReader = (
  descriptions: DescriptionCache,
  official: ImportRequest['official'],
) => {
  const sources = new Map<string, string>()

  const note = <Document>(
    address: string,
    read: ReadDescription<Document>,
  ): ReadDescription<Document> => {
    if (official !== undefined && sources.size < maximumSources) sources.set(address, read.sha256)
    return read
  }

  return {
    isOfficial: official !== undefined,
    read: async <Document>(
      address: string,
      options: Omit<ReadOptions<Document>, 'revalidates'>,
    ): Promise<ReadDescription<Document>> => {
      if (official !== undefined) {
        const revalidates = official === 'revalidated'
        return note(address, await descriptions.read(address, { ...options, revalidates }))
      }
      const { body, url } = await options.send({})
      return {
        document: await options.parse(body),
        url,
        bytes: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
      }
    },
    /** What the official addresses held. */
    sources: (): DescriptionSource[] =>
      [...sources].map(([address, sha256]) => ({ address, sha256 })),
  }
}
