import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { loadClassifier } from './load-failure.ts'

/**
 * Loads the contract code, which is not needed to show rounds. The failure classifier loads along with it
 * because a transaction may fail when the connection does.
 */
export async function loadContract() {
  const [contract] = await Promise.all([import('./prediction-contract.ts'), loadClassifier()])
  return contract
}

/**
 * Loads it for a request that the wallet has received already.
 *
 * @throws {OutcomeUnknownError} when it cannot be loaded: the request may have been carried out.
 */
export async function loadContractOfReturn(): ReturnType<typeof loadContract> {
  return await loadContract().catch(() => {
    throw new OutcomeUnknownError()
  })
}
