import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Returns the OpenAPI document of the relay. */
export function relayDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring relay',
    description:
      'Relay of the WalletConnect protocol (version 2, `irn`): keeps encrypted messages of apps and wallets until they expire, even after they were received. Clients normally use a WebSocket at the same origin.',
    operations,
    securitySchemes: {
      client: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'Signed by the client with its Ed25519 key (`iss` is its did:key, `aud` the URL of the relay).',
      },
    },
  })
}
