/** The gate sets TEST_THOROUGH: then tests that try many cases try all of them, which takes longer than one waits at a desk. */
export const isThorough: boolean = process.env['TEST_THOROUGH'] === '1'
