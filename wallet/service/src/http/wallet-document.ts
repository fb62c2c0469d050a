import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Returns the OpenAPI document of the wallet service. */
export function walletDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring wallet service',
    description:
      'The services of a wallet kit. Amounts are exact decimal texts in whole coins; every page may read every response.',
    operations,
    securitySchemes: {
      projectId: {
        type: 'apiKey',
        in: 'query',
        name: 'projectId',
        description: 'Identifies the calling app. It is not a secret.',
      },
      session: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token from POST /siwx/verify.',
      },
    },
  })
}
