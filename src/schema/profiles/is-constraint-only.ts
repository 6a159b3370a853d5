import { hasProperty, isObject, type JsonObject } from '../json-schema.ts'

/**
 * Whether the branches of a union next to `properties` only state which of them are required; a
 * sentence is then clearer than many objects.
 */
export const isConstraintOnly = (node: JsonObject, branches: readonly unknown[]): boolean =>
  hasProperty(node, 'properties') &&
  branches.every(
    (branch) =>
      isObject(branch) &&
      Object.entries(branch).every(
        ([keyword, value]) => demands.has(keyword) || (keyword === 'type' && value === 'object'),
      ),
  )

const demands = new Set([
  'required',
  'not',
  'title',
  'description',
  'minProperties',
  'maxProperties',
  'dependentRequired',
])
