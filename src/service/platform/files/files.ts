import type { Handle } from '../database/index.ts'

/** Files that every node serves by token, or by scope and key. */
export type Files = {
  /**
   * Stores a file until `expiresAt`. The token is returned only here; its hash is stored. With
   * `database.handle` the file is stored in a separate transaction.
   */
  store(handle: Handle, file: NewFile): Promise<StoredFile>
  /**
   * Stores a stream chunk by chunk. `find` returns the file once it is complete. A failed upload is
   * removed; the upload of a crashed process is removed when it expires. A key that exists already
   * keeps its file.
   */
  receive(content: AsyncIterable<Uint8Array>, upload: NewUpload): Promise<FileFacts>
  /** Returns null if the token is unknown or the file has expired. */
  open(token: string): Promise<OpenFile | null>
  /** Returns the upload of a scope with this key; null if it is unknown, incomplete or expired. */
  find(scope: string, key: string): Promise<OpenFile | null>
  /**
   * Changes when the upload of a scope with this key expires. Returns false if `find` does not
   * return it.
   */
  setExpiry(scope: string, key: string, expiresAt: Date): Promise<boolean>
  /**
   * The total size of the unexpired uploads of a scope, including those in progress. In a
   * transaction by its handle.
   */
  usage(scope: string, handle?: Handle): Promise<Usage>
}

type FileOptions = {
  /** The owner of the file, such as a tenant's id. */
  scope: string
  contentType: string
  name?: string
  /** The user of the scope for whom it was made. */
  userId?: string | undefined
  expiresAt: Date
  cipher?: Cipher
}

/** `isUpload`: it counts towards the usage of its scope. */
export type NewFile = FileOptions & { bytes: Uint8Array; isUpload?: boolean }

export type NewUpload = FileOptions & {
  key: string
  /**
   * Called in the transaction of each chunk, when `usage` includes it; an error ends the upload.
   */
  checkUsage?: (transaction: Handle) => Promise<void>
}

export type Usage = { files: number; bytes: number }

export type StoredFile = { token: string; size: number; expiresAt: Date }

/** `sha256` in hexadecimal. */
export type FileFacts = {
  scope: string
  contentType: string
  name: string | null
  size: number
  sha256: string
  expiresAt: Date
}

export type OpenFile = FileFacts & {
  /**
   * Streams the content. Fails when the file is removed meanwhile, truncated or reordered. Needs
   * the cipher it was stored with.
   */
  read(cipher?: Cipher): AsyncIterable<Uint8Array>
}

/**
 * Encrypts the content with a key that the caller derives from the scope. Names and types are
 * stored unencrypted.
 */
export type Cipher = {
  /**
   * A chunk sealed for one place (file, position, whether it is the last) can only be opened for
   * that place.
   */
  seal(bytes: Uint8Array, place: string): string
  open(text: string, place: string): Uint8Array
}
