/** The gate sets TEST_THOROUGH: then tests that try many cases try all of them, which takes longer than one waits at a desk. */
export const isThorough: boolean = process.env['TEST_THOROUGH'] === '1'

/** For requests that are generated: what they find does not depend on the engine, so PostgreSQL tries a part of them also in the gate. */
export const triesEveryRequest: boolean = isThorough && process.env['PLUGBOARD_TEST_ENGINE'] !== 'postgres'
