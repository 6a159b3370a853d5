import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { storedJson } from '../../platform/stored-json.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import type { GraphQlTypes } from './selection/graphql-types.ts'

type Store = {
  findDocument(
    projectId: string,
    toolkit: string,
    hash: string,
  ): Promise<{ document: string } | undefined>
}

const maximumCharactersKept = 16 * 1024 * 1024

const isTypes = (value: unknown): value is GraphQlTypes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readTypes = storedJson('tool_documents.document', z.custom<GraphQlTypes>(isTypes))

/**
 * Reads the types that the tools of a GraphQL API select fields of; undefined for a toolkit without
 * any. Those used last are kept.
 */
export const createTypeReader = (store: Store) => {
  const kept = new LRUCache<string, { types: GraphQlTypes; characters: number }>({
    maxSize: maximumCharactersKept,
    sizeCalculation: ({ characters }) => characters,
  })
  return async (
    project: { id: string },
    { slug, graphQlTypes }: Pick<ToolkitDefinition, 'slug' | 'graphQlTypes'>,
  ): Promise<GraphQlTypes | undefined> => {
    if (!graphQlTypes) return undefined
    const key = `${project.id} ${slug} ${graphQlTypes.hash}`
    const known = kept.get(key)
    if (known) return known.types
    const row = await store.findDocument(project.id, slug, graphQlTypes.hash)
    if (!row) return undefined
    const types = readTypes(row.document, slug)
    kept.set(key, { types, characters: row.document.length })
    return types
  }
}
