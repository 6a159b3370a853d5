/** Makes third parties' texts safe to show. */
export { withoutOwnLinks } from './without-own-links.ts'
