type JsonObject = Record<string, unknown>

/**
 * The description as Prism has to get it; for a request it means the same.
 *
 * - `nullable` without a `type` beside it, or beside an enum that holds null, silently switches
 *   Prism's validation of the whole body off.
 * - A required property that is read-only is not to be sent, which Prism knows of the whole body
 *   only and not of its alternatives.
 */
export const repairForPrism = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repairForPrism)
  if (typeof value !== 'object' || value === null) return value
  const repaired = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, repairForPrism(item)]),
  )
  return withoutReadOnlyDemands(withoutUntypedNullable(repaired))
}

const withoutUntypedNullable = (schema: JsonObject): JsonObject => {
  const { nullable, ...others } = schema
  const values = schema['enum']
  const holdsNull = Array.isArray(values) && values.includes(null)
  if (typeof nullable !== 'boolean' || (schema['type'] !== undefined && !holdsNull)) return schema
  return { ...others, ...(holdsNull && { enum: values.filter((item) => item !== null) }) }
}

const withoutReadOnlyDemands = (schema: JsonObject): JsonObject => {
  const { required, properties } = schema
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null)
    return schema
  const isReadOnly = (name: unknown) =>
    (properties as Record<string, JsonObject | undefined>)[String(name)]?.['readOnly'] === true
  return { ...schema, required: required.filter((name) => !isReadOnly(name)) }
}
