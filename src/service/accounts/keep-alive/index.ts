export { createKeepAlive, type KeepAlive } from './create-keep-alive.ts'
export { keepDeletedAlive } from './keep-deleted-alive.ts'
export { CredentialError } from './credential-error.ts'
