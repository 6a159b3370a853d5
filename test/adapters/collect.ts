/** The values of a stream. */
export const collect = async <Value>(stream: AsyncIterable<Value>): Promise<Value[]> => {
  const values: Value[] = []
  for await (const value of stream) values.push(value)
  return values
}
