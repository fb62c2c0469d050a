/** Everything said around connecting a wallet. */
export const CONNECT_WORDS = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  disconnect: 'Click to disconnect',
  title: 'Connect a wallet',
  lead: 'You stay in control: every bet is a transaction that you sign yourself.',
  installed: 'Found in this browser',
  playMoneyHint: 'Coins without value, made for you on this test chain. Nothing to install.',
  waiting: 'Confirm in your wallet...',
  noneTitle: 'No wallet found',
  noneText:
    'Install a wallet such as MetaMask, Rabby or Trust Wallet as a browser extension, then reload this page. On a phone, open this page in the browser inside your wallet app.',
  reload: 'Reload page',
  balance: 'Balance',
  getPlayMoney: 'Get more play money',
  gettingPlayMoney: 'Sending play money...',
  playMoneyArrived: 'Play money has arrived',
  playMoneyFailed: 'Play money could not be sent',
  warning: 'Please connect wallet first',
  warningAction: 'Choose a wallet',
  switching: 'Waiting for your wallet...',
  dismiss: 'Dismiss',
} as const

export function wrongChainWords(chainName: string): string {
  return `Your wallet is on another network. Bullring plays on ${chainName}.`
}

export function switchWords(chainName: string): string {
  return `Switch to ${chainName}`
}
