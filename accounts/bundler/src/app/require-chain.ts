import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type ChainClient, readChain } from '../chain/chain-client.ts'
import { MissingContractError, WrongChainError } from './errors.ts'

/**
 * Checks that the node is of the configured chain, and that the chain has the contracts of smart accounts.
 *
 * @throws {WrongChainError} @throws {MissingContractError} @throws {ChainFailedError}
 */
export async function requireChain(chain: ChainClient, chainId: number): Promise<void> {
  const actual = await readChain(chain.getChainId())
  if (actual !== chainId) throw new WrongChainError(actual)
  for (const address of Object.values(CONTRACTS)) {
    const code = await readChain(chain.getCode({ address }))
    if (code === undefined) throw new MissingContractError(address)
  }
}
