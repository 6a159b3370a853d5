import * as fc from 'fast-check'

/**
 * `TEST_SEED=1` makes generated cases the same each time, as in the gate: one that fails there by chance says nothing about the change it holds up.
 * Elsewhere they are others each time.
 */
const seed = process.env['TEST_SEED']
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
