import { type Address, type Client, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'

const MAX_SYMBOL_LENGTH = 16

/** Returns how a token calls itself; null when the contract is no token. The symbol is untrusted text. */
export async function readToken(
  client: Client,
  address: Address,
): Promise<{ symbol: string; decimals: number } | null> {
  try {
    const [symbol, decimals] = await Promise.all([
      readContract(client, { address, abi: erc20Abi, functionName: 'symbol' }),
      readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }),
    ])
    return { symbol: symbol.slice(0, MAX_SYMBOL_LENGTH), decimals }
  } catch {
    return null
  }
}
