import type { ToolkitVersions } from '../../contract/common.ts'

/** The version that a request names for a toolkit, if it names one. */
export const versionOf = (
  versions: ToolkitVersions | undefined,
  toolkit: string,
): string | undefined =>
  typeof versions === 'string'
    ? versions
    : versions && Object.hasOwn(versions, toolkit)
      ? versions[toolkit]
      : undefined
