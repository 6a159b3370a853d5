import { z } from 'zod'

type Bounds = { least: number; most: number; isWhole?: boolean }

/** A variable with a number; its error names the range, and what was given. */
export const numberSetting = ({ least, most, isWhole = true }: Bounds) =>
  z.string().transform((text, context) => {
    const number = Number(text)
    if (text.trim() !== '' && number >= least && number <= most)
      if (!isWhole || Number.isInteger(number)) return number
    context.addIssue(
      `must be a ${isWhole ? 'whole number' : 'number'} from ${least} to ${most}, not "${text.slice(0, mostShown)}"${causeOf(text)}`,
    )
    return z.NEVER
  })

const mostShown = 60

/** Kubernetes sets `<NAME>_PORT` for each Service, with an address in place of a number. */
const causeOf = (text: string): string =>
  text.startsWith('tcp://')
    ? ', which Kubernetes sets in pods beside a Service named plugboard: set enableServiceLinks: false in the spec of the pod, or this variable in the container'
    : ''
