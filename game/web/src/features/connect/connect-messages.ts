import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Messages about connecting a wallet. The direct-bet page shows them in Chinese. */
export const CONNECT_MESSAGES = defineMessages('connect', {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  disconnect: 'Click to disconnect',
  disconnected: 'Disconnected',
  disconnectFailed: 'Failed to disconnect',
  undo: 'Undo',
  notLoaded: 'The wallets could not be loaded. Check your connection and try again.',
  notSignedIn: 'You have not signed in, so your wallet was disconnected.',
  playMoney: 'Play money wallet',
  playMoneyHint: 'Coins without value, made for you on this test chain. Nothing to install.',
  openAccount: 'Your wallet: tokens, activity, send',
  getPlayMoney: 'Get more play money',
  gettingPlayMoney: 'Sending play money...',
  playMoneyArrived: 'Play money has arrived',
  playMoneyFailed: 'Play money could not be sent',
  playMoneyWait: message('You got play money a moment ago. Try again in {seconds} s.', 'seconds'),
  warning: 'Please connect wallet first',
  warningAction: 'Choose a wallet',
  practice: 'Practise without money',
  switching: 'Waiting for your wallet...',
  dismiss: 'Dismiss',
  wrongChain: message(
    'Your wallet is on another network. Bullring plays on {chainName}.',
    'chainName',
  ),
  otherSafe: message(
    'This Safe is on another network. Open one on {chainName} to play.',
    'chainName',
  ),
  switchTo: message('Switch to {chainName}', 'chainName'),
  cancelled: 'Request cancelled in the wallet',
  noProvider: 'Provider not found',
  alreadyPending: 'Your wallet already has an open request',
  failed: 'The wallet did not connect',
  sessionEnded: 'Your wallet has ended the connection',
  sessionExpired: 'The connection to your wallet has expired',
  connectAgain: 'Connect again to go on playing.',
  confirmIn: message('Waiting for you to confirm in {wallet}', 'wallet'),
  openWallet: message('Open {wallet}', 'wallet'),
})

export type ConnectMessages = MessagesOf<typeof CONNECT_MESSAGES>
