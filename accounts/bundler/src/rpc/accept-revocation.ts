import type { WireSessionRevocation } from '@bullring/accounts-api/sessions/session-revocation'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import { revokeCall } from '@bullring/smart-account/session-calls'
import { revocationTypedData } from '@bullring/smart-account/session-signatures'
import { type Hex, hashTypedData } from 'viem'
import { readChain } from '../chain/chain-client.ts'
import { checkDeployed } from '../chain/check-account.ts'
import { operatorPriceRange } from '../chain/gas-price.ts'
import { formatRevocation } from '../chain/session-call-fields.ts'
import { simulateRevocation } from '../chain/session-revocation.ts'
import { RejectedOperationError } from '../http/errors.ts'
import { type Caller, revocationCharges } from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'
import { isWaiting, storeEntry } from './store-entry.ts'
import { withMargin } from './with-margin.ts'

/** Calls of a session have lower nonces. */
const REVOCATION_NONCE = 2n ** 32n

/** One owner takes 80,000. Owners that are contracts could spend any amount of the operator's gas, again and again. */
const MAX_GAS = 300_000n

/**
 * Checks and stores the end of a session that its account signed. The operator pays. From then on it is sent, whatever
 * happens to the process. Sending it again changes nothing.
 *
 * @returns The hash that the account signed.
 * @throws {BundlerError}
 */
export async function acceptRevocation(
  deps: AcceptDeps,
  signed: WireSessionRevocation,
  caller: Caller,
): Promise<Hex> {
  const { db, chain, chainId, relayer, sponsorship } = deps
  const { account, session } = signed
  const hash = hashTypedData(revocationTypedData(account, session, chainId))
  if (await isWaiting(db, hash)) return hash
  const charges = revocationCharges(revokeCall(session), caller, sponsorship.methods)
  await checkDeployed(chain, account)
  // The module would revoke any number of sessions that do not exist.
  const { status } = await readChain(readSessionState(chain, account, session))
  if (status !== 'active') throw new RejectedOperationError('the session is not active')
  const gas = withMargin(await simulateRevocation(chain, signed, { relayer, gas: MAX_GAS }))
  const { max } = await operatorPriceRange(chain, deps.maxGasPrice)
  const entry = {
    hash,
    sender: account,
    session,
    nonce: REVOCATION_NONCE,
    operation: formatRevocation(signed),
    gas,
    maxGasPrice: max,
    charges,
    reserved: max * gas,
  }
  await storeEntry(deps, entry, caller)
  return hash
}
