/** Where a description holds its other files, by their names, and why some are missing. */
export const filesKey = 'x-files'
export const missingFilesKey = 'x-missing-files'
