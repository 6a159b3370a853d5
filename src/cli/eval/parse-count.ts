import { InvalidArgumentError } from 'commander'

export const parseCount = (text: string): number => {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new InvalidArgumentError('Must be a whole number from 1 to 1000.')
  return count
}
