import { hourMs } from '../../platform/clock.ts'

/** How long a block may take to be written; one that is not finished by then is deleted. */
export const writingMs = hourMs
