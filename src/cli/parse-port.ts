import { InvalidArgumentError } from 'commander'

export const parsePort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Must be a port from 0 to 65535; 0 uses any free port.')
  return Number(text)
}
