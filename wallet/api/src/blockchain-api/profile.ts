import { AccountField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** Query of both requests. */
export const ProfileQuery = z.object({
  /** No other version is spoken here. */
  apiVersion: z.optional(z.literal('2')),
  /** The account that asks. Checked only: names are public. */
  sender: z.optional(AccountField),
})

/**
 * GET /v1/profile/account/{name} and GET /v1/profile/reverse/{address}: a registered name (R-NAMES-2). The path takes
 * a label or the full name.
 */
export const Profile = z.object({
  /** The full name, such as `alice.bullring.test`. */
  name: z.string(),
  /** Time of the registration, in Unix seconds. */
  registered: z.int(),
  /** Time of the last change, in Unix seconds. */
  updated: z.int(),
  /** By SLIP-44 coin type. A name has one address. */
  addresses: z.record(z.string(), z.object({ address: z.string(), created: z.int() })),
  /** Empty, or a single entry. `avatar` is a URL of this service. */
  attributes: z.array(z.object({ avatar: z.optional(z.string()), bio: z.optional(z.string()) })),
})
export type Profile = z.infer<typeof Profile>

/** Names of an address: one at most. */
export const ProfileList = z.array(Profile)
