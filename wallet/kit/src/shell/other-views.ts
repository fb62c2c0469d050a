/** Loads the code of the views that the modal rarely opens with. */
export const OTHER_VIEWS = {
  Networks: async () => (await import('#views/networks/networks.tsx')).Networks,
  SwitchNetwork: async () =>
    (await import('#views/switch-network/switch-network.tsx')).SwitchNetwork,
  SwitchActiveChain: async () =>
    (await import('#views/switch-network/switch-active-chain.tsx')).SwitchActiveChain,
  UnsupportedChain: async () =>
    (await import('#views/unsupported-chain/unsupported-chain.tsx')).UnsupportedChain,
  ConnectingFarcaster: async () =>
    (await import('#views/social/connecting-farcaster.tsx')).ConnectingFarcaster,
  EmailVerifyDevice: async () =>
    (await import('#views/email/email-verify-device.tsx')).EmailVerifyDevice,
  GetWallet: async () => (await import('#views/get-wallet/get-wallet.tsx')).GetWallet,
  WhatIsANetwork: async () => (await import('#views/help/what-is-a-network.tsx')).WhatIsANetwork,
  WhatIsAWallet: async () => (await import('#views/help/what-is-a-wallet.tsx')).WhatIsAWallet,
  Downloads: async () => (await import('#views/downloads/downloads.tsx')).Downloads,
  ConnectingTelegram: async () =>
    (await import('#views/social/connecting-telegram.tsx')).ConnectingTelegram,
  ConnectSocials: async () => (await import('#views/social/connect-socials.tsx')).ConnectSocials,
  SmartSessionList: async () =>
    (await import('#views/smart-sessions/smart-session-list.tsx')).SmartSessionList,
  SolanaAccount: async () => (await import('#views/solana/solana-account.tsx')).SolanaAccount,
  SolanaReceive: async () => (await import('#views/solana/solana-receive.tsx')).SolanaReceive,
  SolanaSend: async () => (await import('#views/solana/solana-send.tsx')).SolanaSend,
  WalletReceive: async () =>
    (await import('#views/wallet-receive/wallet-receive.tsx')).WalletReceive,
  WalletCompatibleNetworks: async () =>
    (await import('#views/wallet-receive/wallet-compatible-networks.tsx')).WalletCompatibleNetworks,
  WalletSend: async () => (await import('#views/wallet-send/wallet-send.tsx')).WalletSend,
  WalletSendSelectToken: async () =>
    (await import('#views/wallet-send/wallet-send-select-token.tsx')).WalletSendSelectToken,
  WalletSendPreview: async () =>
    (await import('#views/wallet-send/wallet-send-preview.tsx')).WalletSendPreview,
  SwitchAddress: async () =>
    (await import('#views/switch-address/switch-address.tsx')).SwitchAddress,
  ChooseAccountName: async () =>
    (await import('#views/register-account-name/choose-account-name.tsx')).ChooseAccountName,
  RegisterAccountName: async () =>
    (await import('#views/register-account-name/register-account-name.tsx')).RegisterAccountName,
  RegisterAccountNameSuccess: async () =>
    (await import('#views/register-account-name/register-account-name-success.tsx'))
      .RegisterAccountNameSuccess,
  Swap: async () => (await import('#views/swap/swap.tsx')).Swap,
  SwapSelectToken: async () => (await import('#views/swap/swap-select-token.tsx')).SwapSelectToken,
  SwapPreview: async () => (await import('#views/swap/swap-preview.tsx')).SwapPreview,
  OnRampProviders: async () => (await import('#views/buy/on-ramp-providers.tsx')).OnRampProviders,
  OnRampFiatSelect: async () =>
    (await import('#views/buy/on-ramp-fiat-select.tsx')).OnRampFiatSelect,
  OnRampTokenSelect: async () =>
    (await import('#views/buy/on-ramp-token-select.tsx')).OnRampTokenSelect,
  OnRampActivity: async () => (await import('#views/buy/on-ramp-activity.tsx')).OnRampActivity,
  BuyInProgress: async () => (await import('#views/buy/buy-in-progress.tsx')).BuyInProgress,
  WhatIsABuy: async () => (await import('#views/buy/what-is-a-buy.tsx')).WhatIsABuy,
  AccountSettings: async () =>
    (await import('#views/account-settings/account-settings.tsx')).AccountSettings,
  UpdateEmailWallet: async () =>
    (await import('#views/email/update-email-wallet.tsx')).UpdateEmailWallet,
  UpdateEmailPrimaryOtp: async () =>
    (await import('#views/email/update-email-primary-otp.tsx')).UpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp: async () =>
    (await import('#views/email/update-email-secondary-otp.tsx')).UpdateEmailSecondaryOtp,
} as const
