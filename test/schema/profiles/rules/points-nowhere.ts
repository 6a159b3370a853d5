import { isSchema, type Schema } from './visit-schemas.ts'

export const pointsNowhere = (root: Schema, { $ref }: Schema): boolean => {
  if ($ref === undefined) return false
  const name = /^#\/\$defs\/([^/]+)$/.exec(String($ref))?.[1]
  return name === undefined || !isSchema(root['$defs']) || !(name in root['$defs'])
}
