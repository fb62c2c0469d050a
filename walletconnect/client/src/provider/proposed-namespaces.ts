/** Namespaces that a wallet for EVM chains may support. It leaves out unknown ones. */
const METHODS = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]

const EVENTS = ['chainChanged', 'accountsChanged']

/** Methods that only a wallet can handle. */
export const WALLET_METHODS: ReadonlySet<string> = new Set(METHODS)

/** Returns an app's proposal for its EVM chains. */
export function proposeChains(chainIds: readonly number[]) {
  return { chains: chainIds.map(toCaip2), methods: METHODS, events: EVENTS }
}

/** Returns the CAIP-2 name of an EVM chain. */
export function toCaip2(chainId: number): string {
  return `eip155:${chainId}`
}
