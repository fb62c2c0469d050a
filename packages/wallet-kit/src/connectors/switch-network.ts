import { numberToHex, SwitchChainError } from 'viem'
import type { Config } from 'wagmi'
import { getConnection, switchChain } from 'wagmi/actions'
import { ChainNotSupportedError } from '#core/connect/chain-not-supported.ts'
import { isRejection } from '#core/failure/classify-failure.ts'

/** Answers of wallets that do not know a network (spec, section 8): they may be told about it. */
const UNKNOWN_CODES: ReadonlySet<unknown> = new Set([4902, 32_603, -32_603, 5_000])

/** EIP-1193. */
const USER_REJECTED = 4001

type Provider = {
  request: (call: { method: string; params: readonly unknown[] }) => Promise<unknown>
}

/**
 * Asks the connected wallet to change its network, and to add it when it is unknown there.
 *
 * @throws {ChainNotSupportedError} when the wallet will not have the network.
 */
export async function switchNetwork(config: Config, chainId: number): Promise<void> {
  try {
    await switchChain(config, { chainId })
  } catch (error) {
    const next = afterFailedSwitch(error)
    if (next === 'unsupported') throw new ChainNotSupportedError({ cause: error })
    if (next === 'stop') throw error
    await addNetwork(config, chainId)
    await switchChain(config, { chainId })
  }
}

/**
 * What follows from a failed switch: tell the wallet about the network, give up on the network
 * (wagmi has told the wallet already, in vain, and calls that a rejection), or nothing.
 */
export function afterFailedSwitch(error: unknown): 'add' | 'unsupported' | 'stop' {
  const codes = codesOf(error)
  const [said] = codes
  const meant = codes.at(-1)
  if (meant === USER_REJECTED || meant === undefined) return 'stop'
  if (said === USER_REJECTED) return 'unsupported'
  return UNKNOWN_CODES.has(meant) ? 'add' : 'stop'
}

/** Codes of an error and its causes, outermost first. wagmi wraps every failure in a 4902 of its own. */
function codesOf(error: unknown): unknown[] {
  const codes: unknown[] = []
  const seen = new Set<unknown>()
  let current = error
  while (typeof current === 'object' && current !== null && !seen.has(current)) {
    seen.add(current)
    if ('code' in current && !(current instanceof SwitchChainError)) codes.push(current.code)
    current = 'cause' in current ? current.cause : undefined
  }
  return codes
}

async function addNetwork(config: Config, chainId: number): Promise<void> {
  const chain = config.chains.find(({ id }) => id === chainId)
  const provider = (await getConnection(config).connector?.getProvider()) as Provider | undefined
  if (chain === undefined || provider === undefined) throw new ChainNotSupportedError()
  const explorer = chain.blockExplorers?.default.url
  try {
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: numberToHex(chainId),
          chainName: chain.name,
          nativeCurrency: chain.nativeCurrency,
          rpcUrls: chain.rpcUrls.default.http,
          ...(explorer !== undefined && { blockExplorerUrls: [explorer] }),
        },
      ],
    })
  } catch (cause) {
    if (isRejection(cause)) throw cause
    throw new ChainNotSupportedError({ cause })
  }
}
