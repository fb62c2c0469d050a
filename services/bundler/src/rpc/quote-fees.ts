import { decodeCalls } from '@bullring/smart-account/calls'
import type { Operation } from '@bullring/smart-account/signatures'
import { numberToHex } from 'viem'
import { transactionGas } from '../chain/estimate-gas.ts'
import { priceRange, suggestFees } from '../chain/gas-price.ts'
import { ForeignAccountError, NotSponsoredError } from '../http/errors.ts'
import { type Charge, dayOf, hasRoom } from '../limits/budgets.ts'
import { type Caller, sponsoredCharges, withoutSetup } from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'

/**
 * Returns the fees that an operation with these calls and limits must offer: none when the operator pays, and has the budget
 * for it.
 *
 * @throws {BundlerError}
 */
export async function quoteFees(deps: AcceptDeps, operation: Operation, caller: Caller) {
  const charges = chargesOf(deps, operation, caller)
  if (charges !== null && (await isAffordable(deps, operation, charges))) {
    return { isSponsored: true, maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = await suggestFees(deps.chain)
  return {
    isSponsored: false,
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
  }
}

/** Null when not all calls are sponsored. */
function chargesOf(
  { sponsorship }: AcceptDeps,
  { sender, callData }: Operation,
  caller: Caller,
): readonly Charge[] | null {
  const calls = decodeCalls(callData)
  if (calls === null) throw new ForeignAccountError('its calls are encoded in another way')
  try {
    return sponsoredCharges(withoutSetup(calls, sender), caller, sponsorship.methods)
  } catch (error) {
    if (error instanceof NotSponsoredError) return null
    throw error
  }
}

async function isAffordable(
  { db, chain, maxGasPrice, sponsorship, nowS }: AcceptDeps,
  operation: Operation,
  charges: readonly Charge[],
): Promise<boolean> {
  const free = { ...operation, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const { max } = await priceRange(chain, free, maxGasPrice)
  const amount = max * transactionGas(operation)
  return await hasRoom(db, { charges, day: dayOf(nowS()), amount }, sponsorship.budgets)
}
