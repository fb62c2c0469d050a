import type { View } from './views.ts'

type Opening = {
  isConnected: boolean
  isMobile: boolean
  /** False when WalletConnect is the only way to connect. */
  hasConnectors: boolean
  /** The view given explicitly. */
  requested?: View | undefined
}

/** Views that need a connected account. */
const ACCOUNT_VIEWS: ReadonlySet<View> = new Set<View>([
  'Account',
  'BuyInProgress',
  'ChooseAccountName',
  'OnRampActivity',
  'OnRampFiatSelect',
  'OnRampProviders',
  'OnRampTokenSelect',
  'AccountSettings',
  'ApproveTransaction',
  'Profile',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'UpdateEmailWallet',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'SIWXSignMessage',
  'SmartSessionList',
  'SolanaAccount',
  'SolanaReceive',
  'SolanaSend',
  'Swap',
  'SwitchAddress',
  'SwapPreview',
  'SwapSelectToken',
  'Transactions',
  'UnsupportedChain',
  'WalletCompatibleNetworks',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
  'WalletSendSelectToken',
])

/** Returns the view that the modal opens with (R-MODAL-3). */
export function openingView({ isConnected, isMobile, hasConnectors, requested }: Opening): View {
  if (!hasConnectors && !isConnected)
    return isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if (!isConnected && requested !== undefined && ACCOUNT_VIEWS.has(requested)) return 'Connect'
  return requested ?? (isConnected ? 'Account' : 'Connect')
}
