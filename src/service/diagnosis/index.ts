import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createDiagnose, type DiagnoseParts } from './diagnose.ts'
import { diagnosisHandlers } from './handlers.ts'

/** What keeps a toolkit from working, and what to do about it. */
export const createDiagnosis = (platform: Platform, needs: Omit<DiagnoseParts, 'clock'>) =>
  ({
    api: {},
    handlers: {
      toolkits: diagnosisHandlers({
        diagnose: createDiagnose({ ...needs, clock: platform.clock }),
      }),
    },
  }) satisfies Capability
