import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'

test.runIf(isThorough)(
  'the adapters compile with the types of ai 6, openai 6, @langchain/core 0.3, @anthropic-ai/sdk 0 and @google/genai 2',
  async () => {
    verifies('adapters.previous')
    await promisify(execFile)('node_modules/.bin/tsc', [
      '-p',
      'test/types/previous-majors/tsconfig.json',
    ])
  },
)
