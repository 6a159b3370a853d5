/**
 * The first number of the advisory locks of slots. Nothing else in the service uses pairs of numbers.
 */
export const slotLock = 20_261_121
