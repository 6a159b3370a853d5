/** Decodes an `xn--` label (RFC 3492); undefined if it is invalid. */
export const decodePunycode = (text: string): string | undefined => {
  const split = text.lastIndexOf('-')
  const decoded =
    split > 0 ? Array.from(text.slice(0, split), (character) => character.codePointAt(0) ?? 0) : []
  const digits = Array.from(text.slice(split > 0 ? split + 1 : 0), valueOf)
  let code = firstCode
  let position = 0
  let bias = firstBias
  for (let at = 0; at < digits.length;) {
    const before = position
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digits[at]
      at += 1
      if (digit === undefined || digit < 0) return undefined
      position += digit * weight
      if (position > maximum) return undefined
      const threshold = Math.min(Math.max(k - bias, lowest), highest)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = decoded.length + 1
    bias = adapt(position - before, length, before === 0)
    code += Math.floor(position / length)
    position %= length
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    decoded.splice(position, 0, code)
    position += 1
  }
  return String.fromCodePoint(...decoded)
}

const base = 36
const lowest = 1
const highest = 26
const firstBias = 72
const firstCode = 0x80
const maximum = 2 ** 31

const valueOf = (digit: string): number =>
  '0123456789'.includes(digit) ? 26 + Number(digit) : 'abcdefghijklmnopqrstuvwxyz'.indexOf(digit)

const adapt = (distance: number, length: number, isFirst: boolean): number => {
  let delta = Math.floor(distance / (isFirst ? 700 : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > ((base - lowest) * highest) / 2; k += base)
    delta = Math.floor(delta / (base - lowest))
  return k + Math.floor(((base - lowest + 1) * delta) / (delta + 38))
}
