/** Runs all, then throws if any of them failed. */
export const tryEach = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Rows of some tables were not deleted')
}
