import { TimestampField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { DeviceId } from '../byte-fields.ts'
import { Assertion } from '../vault-api/assertion.ts'
import { EmptyRequest } from './fields.ts'

/** POST /core/devices, with a session: the devices that may use the account, the newest first. */
export const DevicesRequest = EmptyRequest

/** Response of POST /core/devices. */
export const DevicesResponse = z.object({
  devices: z.array(
    z.object({
      id: DeviceId,
      /** Browser and system, such as `Firefox on Windows`. */
      label: z.string(),
      createdAt: TimestampField,
      lastSeenAt: TimestampField,
      isCurrent: z.boolean(),
      /** Whether it can sign with the wallet. */
      hasAuthShare: z.boolean(),
    }),
  ),
})
export type DevicesResponse = z.infer<typeof DevicesResponse>

/** POST /core/devices/revoke, with a session: ends the device's sessions and deletes its auth share. */
export const DeviceRevokeRequest = z.object({
  deviceId: DeviceId,
  /** The vault's, from POST /passkeys/prove; not needed for the device itself, nor by a user without a wallet. */
  assertion: z.nullish(Assertion),
})
export type DeviceRevokeRequest = z.infer<typeof DeviceRevokeRequest>

/** Response of POST /core/devices/revoke, also when the device was revoked before. */
export const DeviceRevokeResponse = z.object({ revoked: z.literal(true) })
export type DeviceRevokeResponse = z.infer<typeof DeviceRevokeResponse>
