import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Operation } from '@bullring/smart-account/signatures'
import type { Address, Hex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import type { ChainClient } from '../chain/chain-client.ts'
import { checkAccount } from '../chain/check-account.ts'
import {
  MAX_CALL_GAS,
  MAX_PRE_VERIFICATION_GAS,
  MAX_VERIFICATION_GAS,
  preVerificationGas,
  refusedGas,
  transactionGas,
} from '../chain/estimate-gas.ts'
import { isSponsored, priceRange } from '../chain/gas-price.ts'
import { formatOperation } from '../chain/operation-fields.ts'
import { simulateOperation } from '../chain/simulate.ts'
import { InvalidParamsError } from '../http/errors.ts'
import type { Budgets } from '../limits/budgets.ts'
import {
  type Caller,
  depositCharges,
  sponsoredCharges,
  withoutSetup,
} from '../limits/sponsored-charges.ts'
import { readCalls } from './read-calls.ts'
import { isWaiting, type StoreDeps, storeEntry } from './store-entry.ts'

export type AcceptDeps = StoreDeps & {
  chain: ChainClient
  chainId: number
  relayer: Address
  maxGasPrice: bigint
  sponsorship: { methods: ReadonlySet<string>; budgets: Budgets }
}

/**
 * Checks and stores an operation. From then on it is sent, whatever happens to the process. Sending the same
 * operation again changes nothing.
 *
 * @returns Its hash.
 * @throws {BundlerError}
 */
export async function acceptOperation(
  deps: AcceptDeps,
  operation: Operation,
  caller: Caller,
): Promise<Hex> {
  const { db, chain, chainId, relayer, sponsorship } = deps
  const hash = getUserOperationHash({
    userOperation: operation,
    entryPointAddress: CONTRACTS.entryPoint,
    entryPointVersion: '0.7',
    chainId,
  })
  if (await isWaiting(db, hash)) return hash
  checkLimits(operation)
  const calls = readCalls(operation)
  const isForOperator = isSponsored(operation)
  const charges = isForOperator
    ? sponsoredCharges(withoutSetup(calls, operation.sender), caller, sponsorship.methods)
    : depositCharges(caller)
  const [{ max }] = await Promise.all([
    priceRange(chain, operation, deps.maxGasPrice),
    checkAccount(chain, operation),
  ])
  const gas = transactionGas(operation)
  const used = await simulateOperation(chain, operation, { relayer, gas })
  if (isForOperator) checkRoom(gas, used)
  const reserved = max * (isForOperator ? gas : refusedGas(operation))
  const entry = {
    hash,
    sender: operation.sender,
    session: null,
    nonce: operation.nonce,
    operation: formatOperation(operation),
    gas,
    maxGasPrice: max,
    charges,
    reserved,
  }
  await storeEntry(deps, entry, caller)
  return hash
}

/** Bits of the sequence number in a nonce, after the bits of its key (ERC-4337). */
const SEQUENCE_BITS = 64n

/** Our estimates stay far below this: validation and calls have margins. */
const MOST_GAS = { percent: 200n, gas: 300_000n }

/** The most that a sponsored operation may use is taken from budgets of others, and kept when its calls revert on the chain. */
function checkRoom(gas: bigint, used: bigint): void {
  if (gas > (used * MOST_GAS.percent) / 100n + MOST_GAS.gas) {
    throw new InvalidParamsError('the gas limits are far above what the operation uses')
  }
}

/** Limits above ours only serve to make the relayer pay for nothing. */
function checkLimits(operation: Operation): void {
  const { nonce, callGasLimit, verificationGasLimit } = operation
  // Operations with several keys could be pending together, and one could spend the coins that the others pay their fees with.
  if (nonce >> SEQUENCE_BITS !== 0n) {
    throw new InvalidParamsError('the key of the nonce is not 0')
  }
  if (callGasLimit > MAX_CALL_GAS) throw new InvalidParamsError('callGasLimit is too high')
  if (verificationGasLimit > MAX_VERIFICATION_GAS) {
    throw new InvalidParamsError('verificationGasLimit is too high')
  }
  if (operation.preVerificationGas > MAX_PRE_VERIFICATION_GAS) {
    throw new InvalidParamsError('preVerificationGas is too high')
  }
  // The relayer would pay for gas that the account does not pay back.
  if (!isSponsored(operation) && operation.preVerificationGas < preVerificationGas(operation)) {
    throw new InvalidParamsError('preVerificationGas is too low')
  }
}
