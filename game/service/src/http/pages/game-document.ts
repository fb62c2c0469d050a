import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Limits for each IP address. */
type ApiLimits = { requestsPerMinute: number; streamsPerIp: number }

/** Builds the OpenAPI document of the game service. */
export function gameDocument(
  operations: readonly OperationDescription[],
  { requestsPerMinute, streamsPerIp }: ApiLimits,
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring',
    description: [
      'Amounts in BNB and prices in USD are exact decimal strings; times are seconds of chain time.',
      `From one IP address, the service accepts ${requestsPerMinute} requests per minute and ${streamsPerIp} live connections at a time. It refuses further ones with 429; Retry-After says when to send a refused request again.`,
    ].join(' '),
    operations,
  })
}
