/**
 * The first number of the advisory locks that slots are held by; nothing else of the service uses
 * such pairs.
 */
export const slotLock = 20_261_121
