import type { Operation } from '@bullring/smart-account/signatures'
import { numberToHex } from 'viem'
import { refusedGas, transactionGas } from '../chain/estimate-gas.ts'
import { priceRange, suggestFees } from '../chain/gas-price.ts'
import { BudgetSpentError, NotSponsoredError } from '../http/errors.ts'
import { type Charge, dayOf, hasRoom } from '../limits/budgets.ts'
import {
  type Caller,
  depositCharges,
  sponsoredCharges,
  withoutSetup,
} from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'
import { readCalls } from './read-calls.ts'

/**
 * Returns the fees that an operation with these calls and limits must offer: none when the operator pays, and has the budget
 * for it.
 *
 * @throws {BudgetSpentError} when the operation would be refused, too, if its account paid.
 * @throws {BundlerError}
 */
export async function quoteFees(deps: AcceptDeps, operation: Operation, caller: Caller) {
  const charges = chargesOf(deps, operation, caller)
  const free = { ...operation, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const sponsored = { operation: free, charges: charges ?? [], gas: transactionGas(operation) }
  if (charges !== null && (await isAffordable(deps, sponsored))) {
    return { isSponsored: true, maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = await suggestFees(deps.chain)
  const selfPaid = {
    operation: { ...operation, maxFeePerGas, maxPriorityFeePerGas },
    charges: depositCharges(caller),
    gas: refusedGas(operation),
  }
  if (!(await isAffordable(deps, selfPaid))) throw new BudgetSpentError('self-paid')
  return {
    isSponsored: false,
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
  }
}

/** Returns null when not all calls are sponsored. */
function chargesOf(
  { sponsorship }: AcceptDeps,
  operation: Operation,
  caller: Caller,
): readonly Charge[] | null {
  const calls = readCalls(operation)
  try {
    return sponsoredCharges(withoutSetup(calls, operation.sender), caller, sponsorship.methods)
  } catch (error) {
    if (error instanceof NotSponsoredError) return null
    throw error
  }
}

async function isAffordable(
  { db, chain, maxGasPrice, sponsorship, nowS }: AcceptDeps,
  { operation, charges, gas }: { operation: Operation; charges: readonly Charge[]; gas: bigint },
): Promise<boolean> {
  const { max } = await priceRange(chain, operation, maxGasPrice)
  const amount = max * gas
  return await hasRoom(db, { charges, day: dayOf(nowS()), amount }, sponsorship.budgets)
}
