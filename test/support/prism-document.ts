/**
 * The description as Prism has to get it.
 *
 * `nullable` without a `type` beside it, or beside an enum that holds null, silently switches Prism's validation of the whole body off.
 */
export const repairForPrism = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repairForPrism)
  if (typeof value !== 'object' || value === null) return value
  const repaired = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, repairForPrism(item)]))
  const { nullable, type, enum: values } = repaired
  const holdsNull = Array.isArray(values) && values.includes(null)
  if (typeof nullable !== 'boolean' || (type !== undefined && !holdsNull)) return repaired
  delete repaired['nullable']
  if (holdsNull) repaired['enum'] = values.filter((item) => item !== null)
  return repaired
}
