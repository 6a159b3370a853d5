import { createHash } from 'node:crypto'
import type { Icon } from './icons.ts'

const light = '#FFFFFF'
const dark = '#1C2024'

/** The icon in the colour of its brand, on a tile on which it can be seen. */
export const drawIcon = ({ path, color }: Icon): string =>
  tile(
    contrast(color, light) < leastContrast ? dark : light,
    `<path transform="translate(4 4) scale(.66667)" fill="${color}" d="${path}"/>`,
  )

/** The first letter of a toolkit without an icon, on a colour that its slug always has. */
export const drawLetter = (slug: string): string => {
  const letter = (/[a-z0-9]/i.exec(slug)?.[0] ?? '?').toUpperCase()
  const color = letterColors[(createHash('sha256').update(slug).digest()[0] ?? 0) % 8] ?? dark
  return tile(
    color,
    `<text x="12" y="17" text-anchor="middle" font-family="system-ui, sans-serif" font-size="14" font-weight="600" fill="${light}">${letter}</text>`,
  )
}

const tile = (color: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96"><rect width="24" height="24" rx="5" fill="${color}"/>${content}</svg>`

/** White letters have a contrast of at least 4.5:1 on each. */
const letterColors = [
  '#1F4FD8',
  '#0B6B3A',
  '#B42318',
  '#6D28D9',
  '#9A3412',
  '#0F5E75',
  '#A21361',
  '#44505E',
]

/** Below it, yellow on white is not seen. */
const leastContrast = 1.6

/** The contrast ratio of WCAG 2. */
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
