import type { Cipher } from '../platform/files/index.ts'
import type { Project } from '../endpoint/index.ts'

const field = 'content'

/** Encrypts the content of a project's files with the project's data key. */
export const fileCipher = ({ dataKey }: Pick<Project, 'dataKey'>): Cipher => ({
  seal: (bytes, place) => dataKey.encrypt(bytes, { record: `files ${place}`, field }),
  open: (text, place) => dataKey.decryptBytes(text, { record: `files ${place}`, field }),
})
