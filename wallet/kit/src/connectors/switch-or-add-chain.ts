import { numberToHex } from 'viem'
import type { Config } from 'wagmi'
import { getConnection, switchChain } from 'wagmi/actions'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { isRejection } from '#core/failure/classify-failure.ts'
import { failureLayers } from '#core/failure/failure-layers.ts'

/** Codes of wallets that do not know a chain and may be asked to add it (R-NETWORK-2). */
const UNKNOWN_CHAIN_CODES: ReadonlySet<unknown> = new Set([4902, 32_603, -32_603, 5000])

/** EIP-1193. */
const USER_REJECTED = 4001

type Provider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

/**
 * Switches the connected wallet to a chain of `config`, and adds the chain where the wallet does not
 * know it.
 *
 * @throws {ChainNotSupportedError} when the wallet neither knows the chain nor adds it.
 * @throws the wallet's error when the user declines; see `isRejection`.
 */
export async function switchOrAddChain(config: Config, chainId: number): Promise<void> {
  try {
    await switchChain(config, { chainId })
  } catch (error) {
    const next = afterFailedSwitch(error)
    if (next === 'unsupported') throw new ChainNotSupportedError({ cause: error })
    if (next === 'stop') throw error
    const isDone = next === 'add' && (await addChain(config, chainId))
    if (!isDone) await switchChain(config, { chainId })
  }
}

/**
 * Decides the next step after a failed switch: add the chain, switch again because the wallet added the
 * chain but stayed where it was, report the chain as unsupported, or pass the error on.
 */
export function afterFailedSwitch(error: unknown): 'add' | 'again' | 'unsupported' | 'stop' {
  const layers = failureLayers(error)
  if (layers.some(({ texts }) => texts.some((text) => /after adding network/i.test(text)))) {
    return 'again'
  }
  // wagmi wraps most failures in its own 4902, which is unrelated to the wallet's code.
  const codes = layers
    .filter(({ name, code }) => name !== 'SwitchChainError' && code !== undefined)
    .map(({ code }) => code)
  const [outermost] = codes
  const innermost = codes.at(-1)
  if (innermost === USER_REJECTED || innermost === undefined) return 'stop'
  // wagmi tried to add the chain and reports any failure of that as rejected by the user.
  if (outermost === USER_REJECTED) return 'unsupported'
  return UNKNOWN_CHAIN_CODES.has(innermost) ? 'add' : 'stop'
}

/** @returns True when the wallet also switched to the chain. */
async function addChain(config: Config, chainId: number): Promise<boolean> {
  const chain = config.chains.find(({ id }) => id === chainId)
  const provider = (await getConnection(config).connector?.getProvider()) as Provider | undefined
  if (chain === undefined || provider === undefined) throw new ChainNotSupportedError()
  const explorerUrl = chain.blockExplorers?.default.url
  const description = {
    chainId: numberToHex(chainId),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: chain.rpcUrls.default.http,
    ...(explorerUrl !== undefined && { blockExplorerUrls: [explorerUrl] }),
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] })
  } catch (cause) {
    if (isRejection(cause)) throw cause
    throw new ChainNotSupportedError({ cause })
  }
  return Number(await provider.request({ method: 'eth_chainId' })) === chainId
}
