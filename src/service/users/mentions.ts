/** Whether a value names a user, or one of their records by its id. */
export const mentions = (value: unknown, userId: string, records: ReadonlySet<string>): boolean => {
  if (typeof value === 'string') return records.has(value)
  if (Array.isArray(value)) return value.some((each) => mentions(each, userId, records))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, each]) =>
      (each === userId && /^(entity|user|user_?id)$/i.test(name)) ||
      mentions(each, userId, records),
  )
}
