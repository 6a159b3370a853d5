import { InvalidArgumentError } from 'commander'

export const parseSeconds = (text: string): number => {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400)
    throw new InvalidArgumentError('Must be a whole number from 1 to 86400.')
  return seconds
}
