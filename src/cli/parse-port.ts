import { InvalidArgumentError } from 'commander'

export const parsePort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 takes any free one.')
  return Number(text)
}
