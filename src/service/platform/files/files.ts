import type { Handle } from '../database/index.ts'

/** Files that any node answers to whoever has their token. */
export type Files = {
  /**
   * Keeps a file until `expiresAt`. The token is shown here once; only its hash is stored. Given `database.handle`, the file is
   * stored in a transaction of its own.
   */
  store(handle: Handle, file: NewFile): Promise<StoredFile>
  /** Null for a token that is unknown or whose file has expired. */
  open(token: string): Promise<OpenFile | null>
  removeExpired(): Promise<void>
  deleteScope(scope: string): Promise<void>
}

export type NewFile = {
  /** Whose file it is, such as a tenant's id. */
  scope: string
  contentType: string
  name?: string
  bytes: Uint8Array
  expiresAt: Date
  cipher?: Cipher
}

export type StoredFile = { token: string; size: number; expiresAt: Date }

export type OpenFile = {
  scope: string
  contentType: string
  name: string | null
  size: number
  expiresAt: Date
  /** The content, piece by piece. Fails when the file is removed meanwhile. Needs the cipher it was stored with. */
  read(cipher?: Cipher): AsyncIterable<Uint8Array>
}

/** How the content is encrypted, with a key the caller knows from the scope. Names and types are stored as they are. */
export type Cipher = {
  encrypt(text: string): string | Promise<string>
  decrypt(text: string): string | Promise<string>
}
