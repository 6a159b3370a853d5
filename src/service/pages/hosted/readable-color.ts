/** What WCAG asks of text; a little more, since colours are rounded. */
const readable = 4.6
const steps = 20

type Color = readonly number[]

/**
 * The colour as it is, or so much darker or lighter that a text of it can be read on all of these
 * backgrounds, which are alike.
 */
export const readableColor = (color: string, ...backgrounds: string[]): string => {
  const grounds = backgrounds.map((background) => luminanceOf(parse(background)))
  const target = grounds.every((ground) => ground > 0.5) ? 0 : 255
  for (let step = 0; step <= steps; step += 1) {
    const mixed = parse(color).map((part) => Math.round(part + ((target - part) * step) / steps))
    const luminance = luminanceOf(mixed)
    if (grounds.every((ground) => contrastOf(luminance, ground) >= readable)) return write(mixed)
  }
  return write([target, target, target])
}

const parse = (color: string): Color =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const write = (color: Color): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, as WCAG defines it. */
const luminanceOf = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
