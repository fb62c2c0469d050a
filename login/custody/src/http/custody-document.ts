import { DEVICE_SCHEME, DEVICE_SECURITY } from '@bullring/login-server/device/with-device'
import { openapiDocument } from '@bullring/server/openapi/openapi-document'
import type { OperationDescription } from '@bullring/server/operations/operation'

/** Returns the OpenAPI document of the custody service. */
export function custodyDocument(
  operations: readonly OperationDescription[],
): ReturnType<typeof openapiDocument> {
  return openapiDocument({
    title: 'Bullring custody service',
    description:
      'The core of the embedded wallet: approved devices, sessions, auth shares and one of two recovery shares. For the frame on its own origin only.',
    operations,
    securitySchemes: {
      [DEVICE_SCHEME]: DEVICE_SECURITY,
      session: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token from POST /core/session/open, on the device that opened it only.',
      },
    },
  })
}
