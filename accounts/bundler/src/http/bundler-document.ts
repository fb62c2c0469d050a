import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Returns the OpenAPI document of the bundler. */
export function bundlerDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring bundler',
    description: `Sends user operations of the smart accounts of accounts/safe (ERC-4337). For the operator's services only, which say for whom they call: ${BUNDLER_HEADERS.user} (custody only) and ${BUNDLER_HEADERS.ipHash}.`,
    operations,
    securitySchemes: {
      caller: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token in BUNDLER_CUSTODY_TOKEN or BUNDLER_WALLET_TOKEN.',
      },
    },
  })
}
