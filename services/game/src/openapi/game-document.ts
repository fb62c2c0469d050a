import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import { OPERATIONS } from './operations.ts'

/** Builds the OpenAPI document of the game. */
export function gameDocument(): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring',
    description:
      'Amounts in BNB and prices in USD are exact decimal texts, times are seconds of chain time.',
    operations: OPERATIONS,
  })
}
