import { DEVICE_SCHEME, DEVICE_SECURITY } from '@bullring/login-server/device/with-device'
import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Returns the OpenAPI document of the vault. */
export function vaultDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring vault',
    description:
      'Checks logins by email code, at other sites and with Farcaster, and keeps one of the two recovery shares of each wallet. Only the page of the embedded wallet may call it.',
    operations,
    securitySchemes: {
      [DEVICE_SCHEME]: DEVICE_SECURITY,
    },
  })
}
