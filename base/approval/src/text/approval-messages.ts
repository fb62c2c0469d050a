/** Texts of all requests for approval. */
export const APPROVAL_MESSAGES = {
  cancel: 'Cancel',
  close: 'Close',
  sign: 'Sign',
  signing: 'Signing…',
  approve: 'Approve',
  sending: 'Sending…',
  signIn: 'This site wants you to sign in',
  signature: 'This site wants your signature',
  transaction: 'This site wants to send a transaction',
  network: 'Network',
  account: 'Your account',
  message: 'Message',
  otherSite:
    'This message signs you in to a different site, {domain}. Sign it only if you know why {host} needs it.',
  unreadable: 'This message is not readable text. Sign it only if you trust this site.',
  tooLong: 'This message is too long to show in full: {count} more characters follow.',
  free: 'Signing is free and sends nothing to the network.',
} as const

/** Texts of typed data to sign. */
export const TYPED_DATA_MESSAGES = {
  data: 'Data to sign',
  tooLong: 'This data is too long to show in full, so the wallet will not sign it.',
  otherChain:
    'This signature is for a different network: chain {chain}. You are using chain {current}.',
  spends:
    'This signature lets the spender below take your tokens. No transaction is needed for that.',
  moves: 'This signature can move tokens out of your account without a transaction from you.',
  acts: 'This signature lets someone else act for your account, without a transaction from you.',
  for: 'For',
  contract: 'Contract',
} as const

/** Texts of a transaction's cost and outcome. */
export const TRANSACTION_MESSAGES = {
  unreachable: 'Could not reach the network.',
  retry: 'Try again',
  fee: 'Network fee',
  atMost: 'at most {fee}',
  unfunded: 'Your balance of {balance} does not cover the amount and the network fee.',
  wouldFail: 'This transaction would fail, and you would still pay the fee. {reason}',
  closed: 'Round {epoch} has closed. Nothing was sent.',
  EpochNotOpen: 'The round takes no bets now.',
  BetTooSmall: 'The amount is below the smallest bet.',
  BetAlreadyPlaced: 'You already have a bet in this round.',
  BetsPaused: 'Bets are paused.',
  refused: 'The contract rejected it: {error}.',
  reverted: 'A contract rejected it without a reason.',
  tooLow: 'The balance is too low.',
  notAccepted: 'The network does not accept it right now.',
  to: 'To',
  from: 'From',
  token: 'Token',
  spender: 'Spender',
  operator: 'Operator',
  collection: 'Collection',
  rounds: 'Rounds',
  gameContract: 'Game contract',
  contract: 'Contract',
  data: 'Data',
} as const

/** Texts of a transaction's effect. */
export const CALL_MESSAGES = {
  betUp: 'Bet {coins} on UP',
  betDown: 'Bet {coins} on DOWN',
  bet: '{symbol} market, round {epoch}. You can lose at most {coins}.',
  claimRound: 'Collect from round {epoch}',
  claimRounds: 'Collect from {count} rounds',
  claim: '{symbol} market. Payouts and refunds go to your account.',
  send: 'Send {amount}',
  toAccount: 'To the account below.',
  fromAccount: 'From another account that lets you spend its tokens.',
  spendSome: 'Let an app spend up to {amount}',
  spendSomeDetail: 'The spender below can take them at any time without asking again.',
  spendMore: 'Let an app spend {amount} more',
  spendMoreDetail:
    'The spender below can take them at any time, on top of what it was allowed before.',
  spendAll: 'Let an app spend all your {token}',
  spendAllDetail: 'The spender below can take them at any time, including what you receive later.',
  tokens: 'tokens of one kind',
  units: '{amount} units of a token',
  moveItems: 'Let an app move a whole collection',
  moveItemsDetail: 'The operator below can take any item of it at any time.',
  keepItems: 'End an app’s access to a collection',
  deploy: 'Create a contract',
  deployDetail: 'It runs the code below.',
  deployWithCoins: 'It runs the code below and receives {coins} from you.',
  callContract: 'Call a contract',
  callWithCoins: 'Send {coins} with a contract call',
  callDetail: 'This wallet cannot read the call itself. Approve it only if you trust this site.',
} as const

/** Texts of the simulation of a call. */
export const SIMULATION_MESSAGES = {
  unavailable:
    'This network cannot simulate calls, so the wallet cannot show what this one would change.',
  noChange:
    'In a simulation, none of your balances change. The result can differ when the call is sent.',
  result: 'This is the result of a simulation. It can differ when the call is sent.',
  youSend: 'You send',
  youGet: 'You get',
  item: 'item {id}',
  items: '{count} of item {id}',
  spendSome: 'It lets {spender} take up to {amount} from you at any time. Token: {token}',
  spendAll: 'It lets {spender} take all of this token from you at any time. Token: {token}',
  takeItem: 'It lets {spender} take item {id} of {collection} from you.',
  takeItems: 'It lets {operator} take any item of {collection} from you at any time.',
} as const
