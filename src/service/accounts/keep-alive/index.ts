export { createKeepAlive, type KeepAlive } from './create-keep-alive.ts'
export { createDeletedKeepAlive } from './create-deleted-keep-alive.ts'
export { CredentialError } from './credential-error.ts'
