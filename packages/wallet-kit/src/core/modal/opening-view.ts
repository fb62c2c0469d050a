import type { View } from './views.ts'

type Opening = {
  isConnected: boolean
  isMobile: boolean
  /** False when WalletConnect is the only way to connect. */
  hasAdapters: boolean
  /** The view that is asked for. */
  asked?: View | undefined
}

/** Views that show nothing without an account. */
const ACCOUNT_VIEWS: ReadonlySet<View> = new Set<View>([
  'Account',
  'SIWXSignMessage',
  'Transactions',
  'UnsupportedChain',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
  'WalletSendSelectToken',
])

/** The view that the modal opens with (spec, section 2, "Opening"). */
export function openingView({ isConnected, isMobile, hasAdapters, asked }: Opening): View {
  if (!hasAdapters && !isConnected) return isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if (!isConnected && asked !== undefined && ACCOUNT_VIEWS.has(asked)) return 'Connect'
  return asked ?? (isConnected ? 'Account' : 'Connect')
}
