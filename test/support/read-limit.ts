import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'

/** The value of a constant or property, such as `4 * 1024 * 1024`, in a source file. */
export const readLimit = (name: string, file: string): number => {
  if (file === 'node:http' && name === 'maxHeaderSize') return maxHeaderSize
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, product] = new RegExp(`\\b${name}(?:: | = )([\\d_ *]+),?$`, 'm').exec(text) ?? []
  if (product === undefined) throw new Error(`${file} has no constant ${name}`)
  return product
    .split('*')
    .map((factor) => Number(factor.replaceAll('_', '')))
    .reduce((value, factor) => value * factor, 1)
}
