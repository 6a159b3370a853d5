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
 *
 * `onDependence`: called when a file could not be read, or only as an old copy. The next import may
 * be luckier.
 */
export const createAddressReader = (
  descriptions: DescriptionCache,
  official: ImportRequest['official'],
  onDependence: () => void,
) => {
  const sources = new Map<string, string>()

  const note = <Document>(
    address: string,
    read: ReadDescription<Document>,
  ): ReadDescription<Document> => {
    if (sources.size < maximumSources) sources.set(address, read.sha256)
    if (read.note !== undefined) onDependence()
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
        const read = descriptions.read(address, { ...options, revalidates })
        return note(
          address,
          await read.catch((error: unknown) => {
            onDependence()
            throw error
          }),
        )
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
