import { sessionId } from '@bullring/smart-account/session'
import type { SignedSessionCall } from '@bullring/smart-account/session-calls'
import { sessionCallHash } from '@bullring/smart-account/session-signatures'
import type { Hex } from 'viem'
import { type ChainClient, readChain } from '../chain/chain-client.ts'
import { checkDeployed } from '../chain/check-account.ts'
import { MAX_CALL_GAS } from '../chain/estimate-gas.ts'
import { operatorPriceRange } from '../chain/gas-price.ts'
import { simulateSessionCall } from '../chain/session-call.ts'
import { formatSessionCall } from '../chain/session-call-fields.ts'
import { EndsTooSoonError } from '../http/errors.ts'
import { type Caller, sponsoredCharges } from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'
import { isWaiting, storeEntry } from './store-entry.ts'
import { withMargin } from './with-margin.ts'

/** A call that ends sooner could be too late in its block, and make the relayer pay for nothing. */
const MIN_SECONDS_LEFT = 15

/**
 * Checks and stores a call of a session's key, for the module to make. The operator pays. From then on it is sent,
 * whatever happens to the process. Sending the same call again changes nothing.
 *
 * @returns The hash that the key signed.
 * @throws {BundlerError}
 */
export async function acceptSessionCall(
  deps: AcceptDeps,
  signed: SignedSessionCall,
  caller: Caller,
): Promise<Hex> {
  const { db, chain, chainId, relayer, sponsorship } = deps
  const { account, session, call } = signed
  const id = sessionId(session)
  const hash = sessionCallHash({ account, id, call, chainId })
  if (await isWaiting(db, hash)) return hash
  const charges = sponsoredCharges([call], caller, sponsorship.methods)
  const [{ max }] = await Promise.all([
    operatorPriceRange(chain, deps.maxGasPrice),
    requireTime(chain, signed),
    checkDeployed(chain, account),
  ])
  const used = await simulateSessionCall(chain, signed, { relayer, gas: MAX_CALL_GAS })
  const gas = withMargin(used)
  const entry = {
    hash,
    sender: account,
    session: id,
    nonce: BigInt(call.nonce),
    operation: formatSessionCall(signed),
    gas,
    maxGasPrice: max,
    charges,
    reserved: max * gas,
  }
  await storeEntry(deps, entry, caller)
  return hash
}

/** @throws {EndsTooSoonError} */
async function requireTime(chain: ChainClient, signed: SignedSessionCall): Promise<void> {
  const { timestamp } = await readChain(chain.getBlock())
  const end = Math.min(signed.call.deadline, signed.session.expiresAt)
  if (end < Number(timestamp) + MIN_SECONDS_LEFT) throw new EndsTooSoonError()
}
