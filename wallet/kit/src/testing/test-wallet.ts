import { createConnector } from 'wagmi'

/** Address of the test wallet. */
export const TEST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

type TestWalletOptions = {
  id: string
  name: string
  /** Handles a connection request. Accepts it by default. */
  respond?: () => Promise<void>
  chainId?: number
  /** The user reveals none of them. */
  hasNoAccounts?: boolean
  /** One that knows no method by default. */
  provider?: object
}

/** Creates a wagmi connector that the test controls. An id with a dot counts as announced (EIP-6963). */
export function testWallet(options: TestWalletOptions) {
  const {
    id,
    name,
    respond = () => Promise.resolve(),
    chainId = 56,
    hasNoAccounts = false,
    provider = { request: () => Promise.reject(new Error('The wallet does not know this')) },
  } = options
  let isConnected = false
  const accounts = (): [typeof TEST_ADDRESS] => [TEST_ADDRESS]
  return createConnector((config) => ({
    id,
    name,
    type: 'injected',
    connect: async () => {
      await respond()
      isConnected = true
      return { accounts: (hasNoAccounts ? [] : accounts()) as never, chainId }
    },
    disconnect: () => {
      isConnected = false
      return Promise.resolve()
    },
    getAccounts: () => Promise.resolve(accounts()),
    getChainId: () => Promise.resolve(chainId),
    getProvider: () => Promise.resolve(provider),
    isAuthorized: () => Promise.resolve(isConnected),
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => config.emitter.emit('disconnect'),
  }))
}
