import type { Cipher } from '../platform/files/index.ts'
import type { Project } from './project.ts'

const context = { record: 'files', field: 'content' }

/** Encrypts the content of a project's files with the project's own key. */
export const fileCipher = ({ dataKey }: Project): Cipher => ({
  encrypt: (text) => dataKey.encrypt(text, context),
  decrypt: (text) => dataKey.decrypt(text, context),
})
