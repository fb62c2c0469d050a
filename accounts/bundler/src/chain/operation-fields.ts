import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type Operation, STUB_SIGNATURE } from '@bullring/smart-account/signatures'
import {
  type Address,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddress,
  isAddressEqual,
  isHex,
} from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { InvalidParamsError } from '../http/errors.ts'

const HexField = z.pipe(
  z
    .string()
    .check(z.refine((text) => isHex(text) && text.length % 2 === 0, 'must be bytes in hex')),
  z.transform((text) => text.toLowerCase() as Hex),
)
const AddressField = z.pipe(
  z.string().check(z.refine((text) => isAddress(text, { strict: false }), 'must be an address')),
  z.transform((text) => getAddress(text)),
)
/** The widest fields of an operation have 256 bits. */
const QuantityField = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, 'must be a number in hex')),
  z.transform((text) => hexToBigInt(text as Hex)),
)
/** A fee or limit has 128 bits. */
const LimitField = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,32}$/, 'must be a number of 128 bits in hex')),
  z.transform((text) => hexToBigInt(text as Hex)),
)

/** A user operation of EntryPoint 0.7 (ERC-7769). An estimate fills the optional fields. */
const OperationFields = z.object({
  sender: AddressField,
  nonce: QuantityField,
  factory: z.optional(z.nullable(AddressField)),
  factoryData: z.optional(z.nullable(HexField)),
  callData: HexField,
  callGasLimit: z._default(LimitField, 0n),
  verificationGasLimit: z._default(LimitField, 0n),
  preVerificationGas: z._default(LimitField, 0n),
  maxFeePerGas: z._default(LimitField, 0n),
  maxPriorityFeePerGas: z._default(LimitField, 0n),
  paymaster: z.optional(z.nullable(AddressField)),
  signature: z._default(HexField, STUB_SIGNATURE),
})

/** A complete operation, as its owner has signed it. */
const SignedFields = z.extend(OperationFields, {
  callGasLimit: LimitField,
  verificationGasLimit: LimitField,
  preVerificationGas: LimitField,
  maxFeePerGas: LimitField,
  maxPriorityFeePerGas: LimitField,
  signature: HexField,
})

/**
 * Parses the parameters of a method: an operation, which need not be complete, and the EntryPoint.
 *
 * @throws {InvalidParamsError}
 */
export function parseOperation(params: readonly unknown[]): Operation {
  return parseWith(OperationFields, params)
}

/**
 * Parses the parameters of a method: a signed operation and the EntryPoint.
 *
 * @throws {InvalidParamsError}
 */
export function parseSignedOperation(params: readonly unknown[]): Operation {
  return parseWith(SignedFields, params)
}

function parseWith(
  schema: typeof OperationFields | typeof SignedFields,
  [fields, entryPoint]: readonly unknown[],
): Operation {
  requireEntryPoint(entryPoint)
  const parsed = z.safeParse(schema, fields)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new InvalidParamsError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
  }
  const { factory, factoryData, paymaster, ...operation } = parsed.data
  return {
    ...operation,
    ...(factory && { factory, factoryData: factoryData ?? '0x' }),
    ...(paymaster && { paymaster }),
  }
}

/**
 * Parses a hash.
 *
 * @throws {InvalidParamsError}
 */
export function parseHash([hash]: readonly unknown[]): Hex {
  if (typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash)) return hash.toLowerCase() as Hex
  throw new InvalidParamsError('the hash of an operation is expected')
}

function requireEntryPoint(entryPoint: unknown): void {
  const isOurs =
    typeof entryPoint === 'string' &&
    isAddress(entryPoint, { strict: false }) &&
    isAddressEqual(entryPoint as Address, CONTRACTS.entryPoint)
  if (!isOurs) throw new InvalidParamsError('the EntryPoint is not supported')
}

/** Writes an operation for the journal. */
export function formatOperation(operation: Operation): string {
  return JSON.stringify(formatUserOperationRequest(operation))
}

/** Reads an operation of the journal. */
export function readOperation(text: string): Operation {
  return parseOperation([JSON.parse(text), CONTRACTS.entryPoint])
}
