/**
 * A JSON value with every text in it mapped, names of fields too. What no text of changes stays the
 * very same object, so that a large answer is not copied for nothing.
 */
export const mapTexts = <Value>(value: Value, map: (text: string) => string): Value =>
  mapValue(value, map) as Value

const mapValue = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return mapList(value, map)
  return typeof value === 'object' && value !== null ? mapObject(value, map) : value
}

const mapList = (list: readonly unknown[], map: (text: string) => string): readonly unknown[] => {
  const mapped = list.map((entry) => mapValue(entry, map))
  return mapped.every((entry, index) => entry === list[index]) ? list : mapped
}

const mapObject = (object: object, map: (text: string) => string): object => {
  let isSame = true
  const entries = Object.entries(object).map(([name, entry]: [string, unknown]) => {
    const [mappedName, mapped] = [map(name), mapValue(entry, map)]
    isSame &&= mappedName === name && mapped === entry
    return [mappedName, mapped]
  })
  return isSame ? object : Object.fromEntries(entries)
}
