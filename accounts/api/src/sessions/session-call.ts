import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { hexOf, MAX_SESSION_METHODS, UnixSeconds, WholeCount } from './session-fields.ts'

/** The module stores amounts with 112 bits. */
const MAX_WEI = 2n ** 112n - 1n

/** A number of wei in decimal. */
const WeiText = z.string().check(
  z.regex(/^\d{1,34}$/, { error: 'must be a number of wei', abort: true }),
  z.refine((text) => BigInt(text) <= MAX_WEI, 'is more than a session can have'),
)

const CallData = z
  .templateLiteral(['0x', z.string()])
  .check(
    z.regex(/^0x([0-9a-fA-F]{2})*$/, 'must be bytes in hex'),
    z.maxLength(2 + 2 * 4_096, 'is too long'),
  )

/** Permissions that an account grants to a session's key. See `contracts/src/interfaces/ISessionModule.sol`. */
export const WireSession = z.object({
  key: z.object({ x: hexOf(32), y: hexOf(32) }),
  valuePerCall: WeiText,
  totalValue: WeiText,
  callsPerPeriod: WholeCount,
  period: WholeCount,
  expiresAt: UnixSeconds,
  methods: z
    .array(z.object({ to: AddressField, selector: hexOf(4) }))
    .check(z.minLength(1), z.maxLength(MAX_SESSION_METHODS)),
})

/** A call that a session's key signed, with everything that the module needs to make it. */
export const WireSessionCall = z.object({
  account: AddressField,
  session: WireSession,
  call: z.object({
    to: AddressField,
    value: WeiText,
    data: CallData,
    nonce: z.int().check(z.gte(0), z.lte(2 ** 32 - 1)),
    deadline: UnixSeconds,
  }),
  signature: z.tuple([hexOf(32), hexOf(32)]),
})
export type WireSessionCall = z.output<typeof WireSessionCall>
