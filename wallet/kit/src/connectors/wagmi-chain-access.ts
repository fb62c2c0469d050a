import { encodeFunctionData, erc20Abi, type Hash, isHash } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Config } from 'wagmi'
import {
  estimateFeesPerGas,
  estimateGas,
  getAccount,
  getBalance,
  getBytecode,
  getGasPrice,
  readContract,
  sendTransaction,
  signMessage,
} from 'wagmi/actions'
import type { ChainAccess, Transfer } from '#core/chain-access.ts'
import { OutcomeUnknownError } from '#core/failure/outcome-unknown-error.ts'

/** Longest wait for a transaction to be mined. */
const MINED_TIMEOUT_MS = 180_000

/** Time in which users review a transaction, on a hardware wallet too. A request of WalletConnect lives as long. */
const RESPONSE_MS = 300_000

/** Creates access to the chains of a wagmi config and to its connected wallet. */
export function createWagmiChainAccess(config: Config): ChainAccess {
  return {
    getCoinBalance: async (address, chainId) =>
      (await getBalance(config, { address, chainId })).value,
    getTokenBalance: (address, owner, chainId) =>
      readContract(config, {
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
        address,
        chainId,
      }),
    getTokenDecimals: (address, chainId) =>
      readContract(config, { abi: erc20Abi, functionName: 'decimals', address, chainId }),
    getMaxFeePerGas: async (chainId) => {
      try {
        return (await estimateFeesPerGas(config, { chainId })).maxFeePerGas
      } catch {
        // A chain without EIP-1559.
        return getGasPrice(config, { chainId })
      }
    },
    estimateGas: (transfer) =>
      estimateGas(config, {
        ...toTransaction(transfer),
        account: transfer.from,
        chainId: transfer.asset.chainId,
      }),
    // Lazy-loaded: names and signatures are rarely needed, and their code is large.
    resolveName: async (name, chainId) => {
      const { resolveEnsName } = await import('./resolve-ens-name.ts')
      return await resolveEnsName(config, name, chainId)
    },
    send: (transfer) =>
      hashOf(
        sendTransaction(config, {
          ...toTransaction(transfer),
          account: transfer.from,
          chainId: transfer.asset.chainId,
        }),
      ),
    sendCall: ({ from, ...call }) => hashOf(sendTransaction(config, { ...call, account: from })),
    isMined: async (hash, chainId) => {
      // wagmi's function throws for a reverted transaction as it does for an unreachable node.
      const client = config.getClient({ chainId })
      const receipt = await waitForTransactionReceipt(client, { hash, timeout: MINED_TIMEOUT_MS })
      return receipt.status === 'success'
    },
    signMessage: (message, account) => signMessage(config, { message, account }),
    isSignatureValid: async (signed) => {
      const { isSignatureValid } = await import('./is-signature-valid.ts')
      return await isSignatureValid(config, signed)
    },
    isContract: async (address, chainId) =>
      ((await getBytecode(config, { address, chainId })) ?? '0x') !== '0x',
    getApprovedNetworks: () => readApprovedNetworks(config),
  }
}

/** Some wallets send a transaction and respond with nothing that names it, or never. */
async function hashOf(response: Promise<unknown>): Promise<Hash> {
  let limit: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    limit = setTimeout(() => resolve(null), RESPONSE_MS)
  })
  const hash = await Promise.race([response, silence]).finally(() => clearTimeout(limit))
  if (typeof hash === 'string' && isHash(hash)) return hash
  throw new OutcomeUnknownError()
}

function toTransaction({ asset, to, amount }: Transfer) {
  if (asset.address === null) return { to, value: amount }
  // No return value is expected: some tokens, e.g. USDT, have none.
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
  return { to: asset.address, data, value: 0n }
}

/** A WalletConnect session lists its networks; other wallets accept any. */
async function readApprovedNetworks(config: Config): Promise<readonly number[] | null> {
  const { connector } = getAccount(config)
  if (connector?.type !== 'walletConnect') return null
  const provider = (await connector.getProvider()) as {
    session?: { namespaces?: Record<string, { accounts?: readonly string[] }> }
  } | null
  const accounts = Object.values(provider?.session?.namespaces ?? {}).flatMap(
    (namespace) => namespace.accounts ?? [],
  )
  const chainIds = accounts.map((account) => Number(account.split(':')[1]))
  return [...new Set(chainIds)].filter((id) => Number.isInteger(id))
}
