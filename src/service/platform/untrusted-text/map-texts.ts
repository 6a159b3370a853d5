type MapText = (text: string) => string

/**
 * Maps every text in a JSON value, including field names. Unchanged parts keep their identity, so
 * that a large response is not copied needlessly.
 */
export const mapTexts = <Value>(value: Value, map: MapText, mapName: MapText = map): Value =>
  mapValue(value, map, mapName) as Value

const mapValue = (value: unknown, map: MapText, mapName: MapText): unknown => {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return mapList(value, map, mapName)
  return typeof value === 'object' && value !== null ? mapObject(value, map, mapName) : value
}

const mapList = (list: readonly unknown[], map: MapText, mapName: MapText): readonly unknown[] => {
  const mapped = list.map((entry) => mapValue(entry, map, mapName))
  return mapped.every((entry, index) => entry === list[index]) ? list : mapped
}

const mapObject = (object: object, map: MapText, mapName: MapText): object => {
  let isSame = true
  const entries = Object.entries(object).map(([name, entry]: [string, unknown]) => {
    const [mappedName, mapped] = [mapName(name), mapValue(entry, map, mapName)]
    isSame &&= mappedName === name && mapped === entry
    return [mappedName, mapped]
  })
  return isSame ? object : Object.fromEntries(entries)
}
