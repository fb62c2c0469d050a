export const NETWORK_MESSAGES = {
  search: 'Search network',
  none: 'No network found',
  unapproved: 'not approved',
  hint: 'Your connected wallet may not support some of the networks available for this dApp',
  whatIsANetwork: 'What is a network?',
  approve: 'Approve in wallet',
  approveDetail: 'Accept connection request in your wallet',
  declined: 'Switch declined',
  declinedDetail:
    'Switch can be declined if chain is not supported by a wallet or previous request is still active',
  unsupported: 'Chain is not supported',
  unsupportedDetail: 'Your wallet does not know {name} and could not add it. Try another wallet.',
  retry: 'Try again',
  switchTo: 'Switch to {name}',
  notOffered:
    "Connected wallet doesn't support connecting to {name} chain. You need to connect with a different wallet.",
  switch: 'Switch',
  wrongNetwork:
    'This app doesn’t support your current network. Switch to an available option to continue.',
  currentNetwork: 'Your wallet is on {name}.',
  or: 'or',
} as const
