import { BaseError } from '@bullring/errors/base-error'
import type { Chain } from 'viem'
import { numberToHex } from 'viem'

/** The wallet can neither switch to the chain nor add it. Text: spec, section 8, "Wallet adapter". */
export class ChainNotSupportedError extends BaseError {
  override readonly name = 'ChainNotSupportedError'
  readonly code = 'wallet.chain-not-supported'

  constructor(options?: ErrorOptions) {
    super('Chain is not supported', options)
  }
}

/** The part of EIP-1193 used here. */
export type SwitchingProvider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
}

/**
 * Answers to a switch after which adding the chain is tried. Spec, section 8: "4902, 32603 and
 * 5000"; wallets send the internal error with its minus sign.
 */
const ADD_CHAIN_CODES: ReadonlySet<number> = new Set([4902, 32603, -32603, 5000])

/**
 * Asks the wallet to move to `chain`, adding it first where the wallet does not know it.
 *
 * @throws {ChainNotSupportedError} when adding fails too. A plain refusal is passed on as it came.
 */
export async function switchChain(provider: SwitchingProvider, chain: Chain): Promise<void> {
  const chainId = numberToHex(chain.id)
  const ask = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await ask()
  } catch (error) {
    if (!ADD_CHAIN_CODES.has(codeOf(error))) throw error
    await addChain(provider, chain)
    // Some wallets add a chain and stay where they are.
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chain.id) await ask()
  }
}

async function addChain(provider: SwitchingProvider, chain: Chain): Promise<void> {
  const explorer = chain.blockExplorers?.default.url
  const description = {
    chainId: numberToHex(chain.id),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: chain.rpcUrls.default.http,
    ...(explorer !== undefined && { blockExplorerUrls: [explorer] }),
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] })
  } catch (cause) {
    throw new ChainNotSupportedError({ cause })
  }
}

/** EIP-1193 errors are plain objects with a code; MetaMask mobile hides the code one level deeper. */
function codeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0
  const { code, data } = error as { code?: unknown; data?: { originalError?: { code?: unknown } } }
  const inner = data?.originalError?.code
  return typeof inner === 'number' ? inner : typeof code === 'number' ? code : 0
}
