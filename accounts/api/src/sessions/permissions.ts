import * as z from 'zod/mini'
import { hexOf, MAX_SESSION_METHODS, UnixSeconds, WholeCount } from './session-fields.ts'

/** Larger amounts do not fit the module. */
const AMOUNT_LIMIT = 2n ** 112n

/** An amount of the chain's coin in wei, in hex. */
const HexAmount = z
  .pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, 'must be a number in hex')),
    z.transform((text) => BigInt(text)),
  )
  .check(z.refine((amount) => amount < AMOUNT_LIMIT, 'is too large'))

const PublicKey = z.strictObject({
  type: z.literal('secp256r1'),
  /** The point, not compressed. */
  publicKey: hexOf(65).check(z.startsWith('0x04', 'must be a point that is not compressed')),
})

const Signer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('key'), data: PublicKey }),
  z.object({ type: z.literal('keys'), data: z.object({ keys: z.tuple([PublicKey]) }) }),
])

/** Strict: to leave out a condition of the app would grant more than it requested. */
const ContractCall = z.strictObject({
  type: z.literal('contract-call'),
  data: z.strictObject({
    address: hexOf(20),
    /** Kits send it. The names are those of the game's contract. */
    abi: z.optional(z.array(z.unknown())),
    functions: z
      .array(z.strictObject({ functionName: z.string().check(z.maxLength(64)) }))
      .check(z.minLength(1), z.maxLength(3)),
  }),
})

const Policy = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('native-token-limit'),
    data: z.strictObject({ perCall: HexAmount, total: HexAmount }),
  }),
  z.strictObject({
    type: z.literal('rate-limit'),
    data: z.strictObject({ count: WholeCount, interval: WholeCount }),
  }),
])

function countMethods(permissions: readonly z.output<typeof ContractCall>[]): number {
  return permissions.reduce((sum, { data }) => sum + data.functions.length, 0)
}

/** Request of an app by `wallet_grantPermissions` (ERC-7715), as far as sessions of keys can enforce it. */
export const PermissionRequest = z.object({
  chainId: z.union([z.string(), z.number()]),
  /** The account; by default the selected one. */
  address: z.optional(hexOf(20)),
  expiry: UnixSeconds,
  signer: Signer,
  permissions: z.array(ContractCall).check(
    z.minLength(1),
    z.refine((each) => countMethods(each) <= MAX_SESSION_METHODS, 'names too many methods'),
  ),
  /** One of each type. */
  policies: z.array(Policy).check(z.maxLength(2)),
})
export type PermissionRequest = z.output<typeof PermissionRequest>

const SessionId = hexOf(32)

/** Request of an app by `wallet_revokePermissions`: the session's id, by the name of the standard or of wallet kits. */
export const RevocationRequest = z.union([
  z.object({ permissionsContext: SessionId }),
  z.object({ pci: SessionId }),
])
