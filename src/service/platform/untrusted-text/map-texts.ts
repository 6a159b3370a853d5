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

/** Copies only from the first change on, since nearly every object stays as it is. */
const mapObject = (object: object, map: MapText, mapName: MapText): object => {
  const given = object as Record<string, unknown>
  const names = Object.keys(given)
  let copy: [string, unknown][] | undefined
  for (const [index, name] of names.entries()) {
    const [mappedName, mapped] = [mapName(name), mapValue(given[name], map, mapName)]
    if (mappedName !== name || mapped !== given[name])
      copy ??= names.slice(0, index).map((earlier) => [earlier, given[earlier]])
    copy?.push([mappedName, mapped])
  }
  return copy ? Object.fromEntries(copy) : object
}
