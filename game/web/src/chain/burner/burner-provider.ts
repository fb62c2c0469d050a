import { readChainId } from '@bullring/wire/chain/read-chain-id'
import type { Address, Chain, Hex } from 'viem'
import { createWalletClient, hexToBigInt, http, numberToHex, RpcError } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PageStorage } from '#browser/open-storage.ts'
import { loadBurnerKey } from './burner-key.ts'

/** An EIP-1193 provider without events. */
export type BurnerProvider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
}

type TransactionRequest = { to?: Address; data?: Hex; value?: Hex; gas?: Hex }
type Handler = (params: readonly unknown[]) => Promise<unknown>

/** EIP-3326: unrecognized chain. */
class UnknownChainError extends RpcError {
  constructor() {
    super(new Error('This wallet supports one chain only'), {
      code: 4902,
      shortMessage: 'Chain is not supported',
    })
  }
}

/** Creates a wallet that signs in the page with a key from the browser's storage. */
export function createBurnerProvider(chain: Chain, storage: PageStorage): BurnerProvider {
  const account = privateKeyToAccount(loadBurnerKey(storage, generatePrivateKey))
  const client = createWalletClient({
    account,
    chain,
    transport: http(chain.rpcUrls.default.http[0]),
  })
  const accounts = () => Promise.resolve([account.address])

  // Only viem in this page builds the parameters, so their types are known.
  const handlers: Readonly<Record<string, Handler>> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: () => Promise.resolve(numberToHex(chain.id)),
    eth_sendTransaction: ([request]) => {
      const { to, data, value, gas } = request as TransactionRequest
      return client.sendTransaction({
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: hexToBigInt(value) }),
        ...(gas && { gas: hexToBigInt(gas) }),
      })
    },
    personal_sign: ([message]) => account.signMessage({ message: { raw: message as Hex } }),
    eth_signTypedData_v4: ([, json]) => account.signTypedData(JSON.parse(json as string)),
    wallet_switchEthereumChain: ([target]) =>
      readChainId(target) === chain.id
        ? Promise.resolve(null)
        : Promise.reject(new UnknownChainError()),
  }

  return {
    request: ({ method, params }) => {
      const handler = handlers[method]
      if (handler) return handler(Array.isArray(params) ? params : [])
      // All other methods go to the node, including some that viem has no types for.
      return client.request({ method, params } as never)
    },
  }
}
