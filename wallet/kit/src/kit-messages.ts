import type { TRANSACTION_VERBS } from '#core/account/history/transaction-verbs.ts'
import type { ALERT_MESSAGES } from '#core/modal/alert-messages.ts'
import type { View } from '#core/modal/views.ts'
import type { SIGN_IN_MESSAGES } from '#core/sign-in/sign-in-messages.ts'
import type { ASSET_MESSAGES } from '#react/account/asset-messages.ts'
import type { SETTINGS_MESSAGES } from '#react/account/settings-messages.ts'
import type { CONNECTING_MESSAGES } from '#react/connect/connecting-messages.ts'
import type { OPEN_WALLET_MESSAGES } from '#react/connect/open-wallet-messages.ts'
import type { COPY_MESSAGES } from '#react/copy-messages.ts'
import type { EMAIL_MESSAGES } from '#react/login/email-messages.ts'
import type { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import type { SHELL_MESSAGES } from '#shell/shell-messages.ts'
import type { ACCOUNT_MESSAGES } from '#views/account/account-messages.ts'
import type { ALL_WALLETS_MESSAGES } from '#views/all-wallets/all-wallets-messages.ts'
import type { BUY_HELP_MESSAGES } from '#views/buy/buy-help-messages.ts'
import type { BUY_MESSAGES } from '#views/buy/buy-messages.ts'
import type { CONNECT_MESSAGES } from '#views/connect/connect-messages.ts'
import type { WALLET_CONNECT_MESSAGES } from '#views/connecting-wallet-connect/wallet-connect-messages.ts'
import type { DOWNLOADS_MESSAGES } from '#views/downloads/downloads-messages.ts'
import type { GET_WALLET_MESSAGES } from '#views/get-wallet/get-wallet-messages.ts'
import type { NETWORK_HELP_MESSAGES } from '#views/help/network-help-messages.ts'
import type { WALLET_HELP_MESSAGES } from '#views/help/wallet-help-messages.ts'
import type { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'
import type { NAME_MESSAGES } from '#views/register-account-name/name-messages.ts'
import type { SIWX_MESSAGES } from '#views/siwx-sign-message/siwx-messages.ts'
import type { SESSION_MESSAGES } from '#views/smart-sessions/session-messages.ts'
import type { SOLANA_MESSAGES } from '#views/solana/solana-messages.ts'
import type { SWAP_MESSAGES } from '#views/swap/swap-messages.ts'
import type { SWITCH_ADDRESS_MESSAGES } from '#views/switch-address/switch-address-messages.ts'
import type { TRANSACTION_MESSAGES } from '#views/transactions/transaction-messages.ts'
import type { RECEIVE_MESSAGES } from '#views/wallet-receive/receive-messages.ts'
import type { SEND_MESSAGES } from '#views/wallet-send/send-messages.ts'
import type { BUTTON_MESSAGES } from './buttons/button-messages.ts'

/** The texts of one area, in any language. */
type Translated<table> = Readonly<Record<keyof table, string>>

/**
 * Every text of the modal, by area. A translation of an area has all of its keys. `{name}` in a text
 * marks a value.
 *
 * @example
 * const shell: KitMessages['shell'] = { back: '返回', close: '关闭', ... }
 */
export type KitMessages = {
  account: Translated<typeof ACCOUNT_MESSAGES>
  /** Problems that a visitor can solve. */
  alerts: Translated<typeof ALERT_MESSAGES>
  allWallets: Translated<typeof ALL_WALLETS_MESSAGES>
  /** Balances of coin and tokens. */
  assets: Translated<typeof ASSET_MESSAGES>
  buttons: Translated<typeof BUTTON_MESSAGES>
  /** Buying coins. */
  buy: Translated<typeof BUY_MESSAGES>
  connect: Translated<typeof CONNECT_MESSAGES>
  /** Toast after copying. */
  copy: Translated<typeof COPY_MESSAGES>
  connecting: Translated<typeof CONNECTING_MESSAGES>
  downloads: Translated<typeof DOWNLOADS_MESSAGES>
  /** Login by email. */
  email: Translated<typeof EMAIL_MESSAGES>
  getWallet: Translated<typeof GET_WALLET_MESSAGES>
  names: Translated<typeof NAME_MESSAGES>
  networks: Translated<typeof NETWORK_MESSAGES>
  openWallet: Translated<typeof OPEN_WALLET_MESSAGES>
  receive: Translated<typeof RECEIVE_MESSAGES>
  send: Translated<typeof SEND_MESSAGES>
  /** Calls that sites may make without asking. */
  sessions: Translated<typeof SESSION_MESSAGES>
  /** Settings of an embedded wallet. */
  settings: Translated<typeof SETTINGS_MESSAGES>
  shell: Translated<typeof SHELL_MESSAGES>
  signIn: Translated<typeof SIGN_IN_MESSAGES>
  siwx: Translated<typeof SIWX_MESSAGES>
  /** Login by social account and Farcaster. */
  social: Translated<typeof SOCIAL_MESSAGES>
  /** The account on Solana. */
  solana: Translated<typeof SOLANA_MESSAGES>
  swap: Translated<typeof SWAP_MESSAGES>
  switchAddress: Translated<typeof SWITCH_ADDRESS_MESSAGES>
  /** Titles of the views, by the name of the view, and of the dialog of an approval. */
  titles: Readonly<Partial<Record<View | 'ApproveTransaction', string>>>
  /** Past tenses by transaction type. */
  transactionVerbs: Translated<typeof TRANSACTION_VERBS>
  transactions: Translated<typeof TRANSACTION_MESSAGES>
  walletConnect: Translated<typeof WALLET_CONNECT_MESSAGES>
  whatIsABuy: Translated<typeof BUY_HELP_MESSAGES>
  whatIsANetwork: Translated<typeof NETWORK_HELP_MESSAGES>
  whatIsAWallet: Translated<typeof WALLET_HELP_MESSAGES>
}

/** Texts that replace the English ones: any areas, and any texts of them. */
export type KitMessageOverrides = {
  readonly [area in keyof KitMessages]?: Partial<KitMessages[area]>
}
