/**
 * Events that report the use of the modal (R-ANALYTICS-3). They never contain an address. The app's own callback
 * receives them, and with `features.analytics` the wallet service.
 */
export type WalletKitEvent =
  | { event: 'INITIALIZE'; properties: { networks: readonly number[] } }
  | { event: 'MODAL_OPEN' | 'MODAL_CLOSE'; properties: { connected: boolean } }
  | {
      event:
        | 'CLICK_WALLET_HELP'
        | 'CLICK_NETWORK_HELP'
        | 'CLICK_GET_WALLET'
        | 'CLICK_ALL_WALLETS'
        | 'CLICK_NETWORKS'
        | 'SELECT_BUY_CRYPTO'
        | 'SELECT_WHAT_IS_A_BUY'
    }
  | { event: 'SELECT_BUY_PROVIDER'; properties: { provider: string } }
  | { event: 'SELECT_WALLET'; properties: { name: string; platform: WalletPlatform } }
  | {
      event: 'CONNECT_SUCCESS'
      properties: { method: 'qrcode' | 'mobile' | 'browser' | 'email'; name: string }
    }
  | {
      event:
        | 'EMAIL_LOGIN_SELECTED'
        | 'EMAIL_SUBMITTED'
        | 'EMAIL_VERIFICATION_CODE_SENT'
        | 'EMAIL_VERIFICATION_CODE_PASS'
        | 'DEVICE_REGISTERED_FOR_EMAIL'
        | 'EMAIL_EDIT'
    }
  | {
      event:
        | 'SOCIAL_LOGIN_STARTED'
        | 'SOCIAL_LOGIN_REQUEST_USER_DATA'
        | 'SOCIAL_LOGIN_SUCCESS'
        | 'SOCIAL_LOGIN_CANCELED'
        | 'SOCIAL_LOGIN_ERROR'
      properties: { provider: string }
    }
  | { event: 'EMAIL_VERIFICATION_CODE_FAIL'; properties: { message: string } }
  | { event: 'CONNECT_ERROR'; properties: { message: string } }
  | { event: 'CONNECT_PROXY_ERROR'; properties: { message: string; name: string } }
  | { event: 'SEARCH_WALLET'; properties: { badge: string; search: string } }
  | { event: 'DISCONNECT_SUCCESS'; properties: { namespace: 'eip155' } }
  | { event: 'DISCONNECT_ERROR'; properties: { message: string } }
  | { event: 'SWITCH_NETWORK'; properties: { network: string } }
  | {
      event: 'SET_PREFERRED_ACCOUNT_TYPE'
      properties: { accountType: 'eoa' | 'smartAccount'; network: string }
    }
  | { event: 'SIWX_AUTH_SUCCESS' | 'CLICK_CANCEL_SIWX'; properties: { network: string } }
  | { event: 'SIWX_AUTH_ERROR'; properties: { network: string; message: string } }
  | { event: 'CLICK_TRANSACTIONS' | 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS' }
  | { event: 'OPEN_SEND' | 'OPEN_SWAP'; properties: { network: string } }
  | {
      event: 'SEND_INITIATED' | 'SEND_SUCCESS'
      properties: { network: string; token: string; amount: string }
    }
  | { event: 'CLICK_SELECT_TOKEN_TO_SWAP' | 'OPEN_ENS_FLOW' }
  | {
      event: 'REGISTER_NAME_INITIATED' | 'REGISTER_NAME_SUCCESS'
      properties: { ensName: string }
    }
  | { event: 'REGISTER_NAME_ERROR'; properties: { ensName: string; error: string } }
  | { event: 'INITIATE_SWAP' | 'SWAP_SUCCESS'; properties: SwapProperties }
  | {
      event: 'SWAP_ERROR' | 'SWAP_APPROVAL_ERROR'
      properties: SwapProperties & { message: string }
    }
  | {
      event: 'SEND_ERROR'
      properties: { network: string; token: string; amount: string; message: string }
    }

/** Tokens by symbol, amounts in whole coins. */
export type SwapProperties = {
  network: string
  swapFromToken: string
  swapToToken: string
  swapFromAmount: string
  swapToAmount: string
}

/** Ways to reach a wallet. */
export type WalletPlatform =
  | 'qrcode'
  | 'mobile'
  | 'inApp'
  | 'web'
  | 'desktop'
  | 'browser'
  | 'unsupported'
  | 'otherRelay'

export type EventListener = (event: WalletKitEvent) => void

export type Events = {
  emit: EventListener
  subscribe: (listener: EventListener) => () => void
}

export function createEvents(): Events {
  const listeners = new Set<EventListener>()
  return {
    emit: (event) => {
      for (const listener of [...listeners]) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
