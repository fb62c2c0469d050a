import type { ChainClient } from './chain-client.ts'
import { ChainUnreachableError, WrongChainError } from './errors.ts'

/**
 * Checks that the endpoint serves the configured chain.
 *
 * @throws {WrongChainError} when it serves another one.
 * @throws {ChainUnreachableError} when it does not respond.
 */
export async function checkChainId(client: ChainClient): Promise<void> {
  const actual = await client.getChainId().catch((cause: unknown) => {
    throw new ChainUnreachableError({ cause })
  })
  if (actual !== client.chain.id) throw new WrongChainError({ expected: client.chain.id, actual })
}
