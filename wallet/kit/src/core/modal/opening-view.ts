import { CONNECT_VIEWS } from './connect-views.ts'
import type { View } from './views.ts'

type Opening = {
  isConnected: boolean
  isMobile: boolean
  /** False when WalletConnect is the only way to connect. */
  hasConnectors: boolean
  /** The visitor has not agreed to the legal documents, which the app requires. */
  isConsentMissing: boolean
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
  'UnsupportedChain',
  'WalletCompatibleNetworks',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
  'WalletSendSelectToken',
])

/** Views that the visitor may see before agreeing to the legal documents. */
const FREE_VIEWS: ReadonlySet<View> = new Set<View>(['Downloads', 'GetWallet', 'WhatIsAWallet'])

/** Returns the view that the modal opens with (R-MODAL-3). */
export function openingView(opening: Opening): View {
  const { isConnected, isMobile, hasConnectors, isConsentMissing, requested } = opening
  const connects =
    requested === undefined || (CONNECT_VIEWS.has(requested) && !FREE_VIEWS.has(requested))
  // The checkbox is in this view.
  if (isConsentMissing && !isConnected && connects) return 'Connect'
  if (!hasConnectors && !isConnected)
    return isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if (!isConnected && requested !== undefined && ACCOUNT_VIEWS.has(requested)) return 'Connect'
  return requested ?? (isConnected ? 'Account' : 'Connect')
}
