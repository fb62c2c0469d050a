import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import { OPERATIONS } from './operations.ts'

/** The API of the wallet service. */
export function walletDocument(): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring wallet service',
    description:
      'What a wallet kit asks for. Amounts are exact decimal texts in whole coins; every page may read every answer.',
    operations: OPERATIONS,
    securitySchemes: {
      projectId: {
        type: 'apiKey',
        in: 'query',
        name: 'projectId',
        description: 'Names the calling app. It is no secret.',
      },
      session: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token that POST /siwx/verify gave.',
      },
    },
  })
}
