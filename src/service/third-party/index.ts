/** What third parties wrote, made safe to show. */
export { withoutOwnLinks } from './without-own-links.ts'
