import { readChainId } from '@bullring/wire/chain/read-chain-id'
import { numberToHex } from 'viem'
import type { Config, Connector } from 'wagmi'
import { getAccount, switchChain } from 'wagmi/actions'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { classifyFailure, isRejection } from '#core/failure/classify-failure.ts'
import { failureLayers } from '#core/failure/failure-layers.ts'
import { WalletSilentError } from '#core/failure/wallet-silent-error.ts'

/** Codes of wallets that do not know a chain and may be asked to add it, beside 4902 (R-NETWORK-2). */
const INTERNAL_ERRORS: ReadonlySet<unknown> = new Set([32_603, -32_603])
const WALLETCONNECT_REJECTED = 5000

/** EIP-1193. */
const USER_REJECTED = 4001

/** A wallet that has moved without a word is noticed this fast. */
const POLL_MS = 500

/** Some wallets respond before they have moved. */
const SETTLE_MS = 3_000

/** A wallet that has lost the request never responds. Users need about this long to unlock one and approve. */
const RESPONSE_MS = 90_000

type Provider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

/** The connected wallet: requests to it, and whether it is on the chain. */
type Wallet = {
  switchChain: () => Promise<unknown>
  addChain: () => Promise<unknown>
  isOnChain: () => Promise<boolean>
}

/**
 * Switches the connected wallet to a chain of `config`, and adds the chain where the wallet does not
 * know it. What counts is the chain that the wallet is on after its response: some respond and stay where they are.
 *
 * @throws {ChainNotSupportedError} when the wallet neither knows the chain nor adds it.
 * @throws {WalletSilentError} when the wallet does not respond within 90 s.
 * @throws the wallet's error when the user declines; see `isRejection`.
 */
export async function switchOrAddChain(config: Config, chainId: number): Promise<void> {
  const { connector } = getAccount(config)
  if (connector === undefined) return void (await switchChain(config, { chainId }))
  const wallet = walletOf(config, connector, chainId)
  if ((await tryToSwitch(wallet)) || (await tryToAdd(wallet))) {
    // Not every wallet sends the event that wagmi expects.
    connector.emitter.emit('change', { chainId })
  } else throw new ChainNotSupportedError()
}

/** @returns False when the wallet has to add the chain first. */
async function tryToSwitch({ switchChain: send, isOnChain }: Wallet): Promise<boolean> {
  try {
    return await untilMoved(send(), isOnChain)
  } catch (error) {
    const next = afterFailedSwitch(error)
    if (next === 'unsupported') throw new ChainNotSupportedError({ cause: error })
    if (next === 'stop') throw error
    return next === 'again' && (await untilMoved(send(), isOnChain))
  }
}

async function tryToAdd({ switchChain: send, addChain, isOnChain }: Wallet): Promise<boolean> {
  try {
    if (await untilMoved(addChain(), isOnChain)) return true
  } catch (cause) {
    if (isRejection(cause) || cause instanceof WalletSilentError) throw cause
    throw new ChainNotSupportedError({ cause })
  }
  return await untilMoved(send(), isOnChain)
}

function walletOf(config: Config, connector: Connector, chainId: number): Wallet {
  const request = async (method: string, ...params: readonly unknown[]) => {
    const provider = (await connector.getProvider()) as Provider | undefined
    return await provider?.request({ method, params })
  }
  const isInjected = connector.type === 'injected'
  return {
    // wagmi waits for an event of an injected wallet, without a limit.
    switchChain: isInjected
      ? () => request('wallet_switchEthereumChain', { chainId: numberToHex(chainId) })
      : () => switchChain(config, { chainId }),
    addChain: () => request('wallet_addEthereumChain', describeChain(config, chainId)),
    isOnChain: async () => {
      const current = isInjected ? await request('eth_chainId') : await connector.getChainId()
      return readChainId(current) === chainId
    },
  }
}

/**
 * Waits until the wallet is on the chain, with or without a response.
 *
 * @returns False when it has responded and stays where it is.
 */
function untilMoved(response: Promise<unknown>, isOnChain: Wallet['isOnChain']): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearInterval(poll)
      clearTimeout(limit)
      settle()
    }
    const check = async () => {
      if (await isOnChain().catch(() => false)) end(() => resolve(true))
    }
    const poll = setInterval(() => void check(), POLL_MS)
    let limit = setTimeout(() => end(() => reject(new WalletSilentError())), RESPONSE_MS)
    response.then(
      () => {
        clearTimeout(limit)
        limit = setTimeout(() => end(() => resolve(false)), SETTLE_MS)
        void check()
      },
      (error: unknown) => end(() => reject(error)),
    )
  })
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
  const codes = layers.map(({ code }) => code).filter((code) => code !== undefined)
  const [outermost] = codes
  const innermost = codes.at(-1)
  if (innermost === WALLETCONNECT_REJECTED) return 'add'
  // wagmi tried to add the chain and reports any failure of that as rejected by the user.
  if (outermost === USER_REJECTED && innermost !== USER_REJECTED) return 'unsupported'
  const { kind } = classifyFailure(error)
  if (kind === 'rejected') return 'stop'
  if (kind === 'chainUnknown' || kind === 'unsupportedMethod') return 'add'
  return INTERNAL_ERRORS.has(innermost) ? 'add' : 'stop'
}

/** Describes a chain as `wallet_addEthereumChain` expects (EIP-3085). */
function describeChain(config: Config, chainId: number): object {
  const chain = config.chains.find(({ id }) => id === chainId)
  if (chain === undefined) throw new ChainNotSupportedError()
  const explorerUrl = chain.blockExplorers?.default.url
  return {
    chainId: numberToHex(chainId),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: chain.rpcUrls.default.http,
    ...(explorerUrl !== undefined && { blockExplorerUrls: [explorerUrl] }),
  }
}
