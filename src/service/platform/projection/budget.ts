import { ProjectionError } from './projection-error.ts'

export type Limits = { values: number; characters: number }

/** The work that is left to an evaluation: values that it may visit or create, and characters. */
export type Budget = {
  spend(values: number): void
  /** For what a function may do to a text. */
  spendCharacters(characters: number): void
  /** For what a function may do to a list, an object or a text, what they hold left out. */
  spendOn(value: unknown): void
}

/** The evaluation would take more work than it may. */
export class OverBudget extends ProjectionError {
  constructor() {
    super('failed', 'takes more work than one call may: select less, or with a simpler expression')
  }
}

export const createBudget = ({ values, characters }: Limits): Budget => {
  let [valuesLeft, charactersLeft] = [values, characters]
  const spend = (count: number): void => {
    valuesLeft -= count
    if (!(valuesLeft >= 0)) throw new OverBudget()
  }
  const spendCharacters = (count: number): void => {
    charactersLeft -= count
    if (!(charactersLeft >= 0)) throw new OverBudget()
  }
  return {
    spend,
    spendCharacters,
    spendOn: (value) => {
      if (typeof value === 'string') spendCharacters(value.length)
      else if (Array.isArray(value)) spend(value.length)
      else if (typeof value === 'object' && value !== null) spend(Object.keys(value).length)
    },
  }
}
