/**
 * The contract code, which nobody needs to read time and odds.
 *
 * @param loadMessage - Loads what a failure is told with. It comes along: it may be the connection that fails.
 */
export async function loadContract(loadMessage: () => Promise<unknown>) {
  const [contract] = await Promise.all([import('./prediction-contract.ts'), loadMessage()])
  return contract
}
