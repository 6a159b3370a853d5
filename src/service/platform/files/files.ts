import type { Handle } from '../database/index.ts'

/** Files that any node answers to whoever has their token, or knows their key and scope. */
export type Files = {
  /**
   * Keeps a file until `expiresAt`. The token is shown here once; only its hash is stored. Given
   * `database.handle`, the file is stored in a transaction of its own.
   */
  store(handle: Handle, file: NewFile): Promise<StoredFile>
  /**
   * Keeps what a stream brings, chunk by chunk. `find` answers the file once it is whole. Nothing
   * stays of a stream that fails; what a process left that died goes once it has expired. A key that
   * is known already keeps its file.
   */
  receive(content: AsyncIterable<Uint8Array>, upload: NewUpload): Promise<FileFacts>
  /** Null for a token that is unknown or whose file has expired. */
  open(token: string): Promise<OpenFile | null>
  /** The upload of a scope with this key; null for one that is unknown, not whole or expired. */
  find(scope: string, key: string): Promise<OpenFile | null>
  /** What the uploads of a scope take that have not expired, those under way included. */
  usage(scope: string): Promise<Usage>
}

type FileOptions = {
  /** Whose file it is, such as a tenant's id. */
  scope: string
  contentType: string
  name?: string
  expiresAt: Date
  cipher?: Cipher
}

export type NewFile = FileOptions & { bytes: Uint8Array }

export type NewUpload = FileOptions & {
  key: string
  /** Called before each chunk is written, with it counted in; what it throws ends the upload. */
  checkUsage?: (usage: Usage) => void
}

export type Usage = { files: number; bytes: number }

export type StoredFile = { token: string; size: number; expiresAt: Date }

/** `sha256` in hexadecimal; null for a file that was stored by an earlier version. */
export type FileFacts = {
  scope: string
  contentType: string
  name: string | null
  size: number
  sha256: string | null
  expiresAt: Date
}

export type OpenFile = FileFacts & {
  /**
   * The content, piece by piece. Fails when the file is removed meanwhile, cut or reordered. Needs
   * the cipher it was stored with.
   */
  read(cipher?: Cipher): AsyncIterable<Uint8Array>
}

/**
 * How the content is encrypted, with a key the caller knows from the scope. Names and types are
 * stored as they are.
 */
export type Cipher = {
  /**
   * What is sealed for one place (file, position, whether it is the last) can be opened there
   * alone.
   */
  seal(bytes: Uint8Array, place: string): string
  open(text: string, place: string): Uint8Array
  /** For files of earlier versions, whose chunks are not bound to a place. */
  openUnplaced(text: string): Uint8Array
}
