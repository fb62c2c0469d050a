import {
  type Address,
  concatHex,
  encodePacked,
  type Hex,
  hashTypedData,
  type SignableMessage,
  type TypedDataDefinition,
} from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { hashMessage } from 'viem/utils'
import { CONTRACTS } from './contracts.ts'

/** A user operation of EntryPoint 0.7. */
export type Operation = UserOperation<'0.7'>

/** An operation is valid from and until these times, in Unix seconds; 0 for no limit. */
const ALWAYS = { validAfter: 0, validUntil: 0 }

const OPERATION_TYPES = {
  SafeOp: [
    { name: 'safe', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'verificationGasLimit', type: 'uint128' },
    { name: 'callGasLimit', type: 'uint128' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'maxPriorityFeePerGas', type: 'uint128' },
    { name: 'maxFeePerGas', type: 'uint128' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

const MESSAGE_TYPES = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/** As long as a real signature, so that verifying it costs as much gas. */
export const STUB_SIGNATURE = withValidity(`0x${'ec'.repeat(64)}1b`)

/** Returns the typed data that the owner signs for a user operation (EIP-712). */
export function operationTypedData(operation: Omit<Operation, 'signature'>, chainId: number) {
  const { initCode, paymasterAndData } = toPackedUserOperation({ ...operation, signature: '0x' })
  return {
    domain: { chainId, verifyingContract: CONTRACTS.module },
    types: OPERATION_TYPES,
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender,
      nonce: operation.nonce,
      initCode,
      callData: operation.callData,
      verificationGasLimit: operation.verificationGasLimit,
      callGasLimit: operation.callGasLimit,
      preVerificationGas: operation.preVerificationGas,
      maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
      maxFeePerGas: operation.maxFeePerGas,
      paymasterAndData,
      ...ALWAYS,
      entryPoint: CONTRACTS.entryPoint,
    },
  } as const
}

/** Returns the signature of a user operation, from the owner's of its typed data. */
export function withValidity(signature: Hex): Hex {
  const { validAfter, validUntil } = ALWAYS
  return concatHex([encodePacked(['uint48', 'uint48'], [validAfter, validUntil]), signature])
}

/** Returns the typed data that the owner signs for a message of the account (ERC-1271), given the message's hash. */
function messageTypedData(account: Address, hash: Hex, chainId: number) {
  return {
    domain: { chainId, verifyingContract: account },
    types: MESSAGE_TYPES,
    primaryType: 'SafeMessage',
    message: { message: hash },
  } as const
}

/** Returns the typed data that the owner signs for a text of the account (EIP-191). */
export function textTypedData(account: Address, message: SignableMessage, chainId: number) {
  return messageTypedData(account, hashMessage(message), chainId)
}

/** Returns the typed data that the owner signs for typed data of the account (EIP-712). */
export function nestedTypedData(account: Address, data: TypedDataDefinition, chainId: number) {
  return messageTypedData(account, hashTypedData(data), chainId)
}
