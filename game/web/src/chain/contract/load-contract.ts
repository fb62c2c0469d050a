import { loadClassifier } from './load-failure.ts'

/**
 * Loads the contract code, which is not needed to show rounds. The failure classifier loads along with it
 * because a transaction may fail when the connection does.
 */
export async function loadContract() {
  const [contract] = await Promise.all([import('./prediction-contract.ts'), loadClassifier()])
  return contract
}
