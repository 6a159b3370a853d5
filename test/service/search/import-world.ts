import { importToolkit } from '../../support/import-toolkit.ts'
import type { TestService } from '../../support/start-service.ts'

/** A toolkit `world`, whose tools are told apart by these descriptions only. */
export const importWorld = (service: TestService, described: Record<string, string>) =>
  importToolkit(service, {
    slug: 'world',
    source: {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'World', version: '1' },
        servers: [{ url: 'https://world.example' }],
        paths: Object.fromEntries(
          Object.entries(described).map(([name, what]) => [
            `/${name}`,
            {
              get: {
                operationId: name,
                summary: `Get thing in ${name}`,
                description: `Something ${what}`,
                responses: { 200: { description: 'ok' } },
              },
            },
          ]),
        ),
      },
    },
  })
