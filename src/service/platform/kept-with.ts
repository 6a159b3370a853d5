/**
 * A value that is derived from an object once and kept as long as the object. The object must not
 * change.
 *
 * @example
 * const hosts = new WeakMap<Toolkit, string[]>()
 * const hostsOf = (toolkit: Toolkit) => keptWith(hosts, toolkit, listHosts)
 */
export const keptWith = <Key extends object, Value>(
  kept: WeakMap<Key, Value>,
  key: Key,
  derive: (key: Key) => Value,
): Value => {
  const known = kept.get(key)
  if (known !== undefined) return known
  const value = derive(key)
  kept.set(key, value)
  return value
}

/** The same for a value that is derived from two objects. */
export const keptWithBoth = <One extends object, Other extends object, Value>(
  kept: WeakMap<One, WeakMap<Other, Value>>,
  one: One,
  other: Other,
  derive: (other: Other) => Value,
): Value =>
  keptWith(
    keptWith(kept, one, () => new WeakMap<Other, Value>()),
    other,
    derive,
  )
