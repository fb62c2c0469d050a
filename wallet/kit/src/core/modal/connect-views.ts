import type { View } from './views.ts'

/** Views that close once an account is connected. */
export const CONNECT_VIEWS: ReadonlySet<View> = new Set<View>([
  'AllWallets',
  'Connect',
  'ConnectSocials',
  'ConnectingExternal',
  'ConnectingFarcaster',
  'ConnectingSocial',
  'ConnectingTelegram',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'Downloads',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'GetWallet',
  'WhatIsAWallet',
])
