import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Builds the OpenAPI document of the game service. */
export function gameDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring',
    description:
      'Amounts in BNB and prices in USD are exact decimal strings; times are seconds of chain time.',
    operations,
  })
}
