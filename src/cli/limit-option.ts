import { InvalidArgumentError, Option } from 'commander'

export const limitOption = (fallback: number): Option =>
  new Option('--limit <number>', 'maximum number of entries')
    .argParser(parseLimit)
    .default(fallback)

const parseLimit = (text: string): number => {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1000)
    throw new InvalidArgumentError('Must be from 1 to 1000.')
  return Number(text)
}
