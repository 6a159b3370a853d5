import * as fc from 'fast-check'
import { expect } from 'vitest'

/**
 * `TEST_SEED=1` makes generated cases the same each time, as in the gate: one that fails there by
 * chance says nothing about the change it holds up. Elsewhere they are others each time.
 */
const seed = process.env['TEST_SEED']
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })

/**
 * For runs that need a seed to be repeated at all: the same everywhere, until `TEST_SEED` names
 * another.
 */
export const fixedSeed = Number(seed ?? 20_261_121)

// In the list of PostgreSQL's connections, of which there are a hundred, each says whose it is.
process.env['PGAPPNAME'] = (expect.getState().testPath ?? '')
  .split('/')
  .slice(-2)
  .join('/')
  .slice(-60)
