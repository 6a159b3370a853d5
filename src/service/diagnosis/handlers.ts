import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { Diagnose } from './diagnose.ts'

export const diagnosisHandlers = ({
  diagnose,
}: {
  diagnose: Diagnose
}): Pick<Handlers<typeof contract.toolkits>, 'diagnose'> => ({
  diagnose: async ({ params, body }, { project }, { signal }) => ({
    status: 200,
    body: await diagnose(project, params.slug, {
      userId: body.user_id,
      mayCall: body.call,
      signal,
    }),
  }),
})
