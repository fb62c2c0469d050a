import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { hexOf } from './session-fields.ts'

/** A Safe's signature: of its one owner, with times of the module (ERC-4337), or of ERC-1271. */
export const AccountSignature = z
  .templateLiteral(['0x', z.string()])
  .check(
    z.regex(/^0x([0-9a-fA-F]{2})+$/, 'must be bytes in hex'),
    z.maxLength(2 + 2 * 512, 'is too long'),
  )

/** The end of a session, signed by the account. */
export const WireSessionRevocation = z.object({
  account: AddressField,
  session: hexOf(32),
  signature: AccountSignature,
})
export type WireSessionRevocation = z.output<typeof WireSessionRevocation>
