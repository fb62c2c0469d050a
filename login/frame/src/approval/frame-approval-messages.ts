/** Why a request cannot be approved yet, the window in which it can, and what the browser blocks. */
export const READINESS_MESSAGES = {
  small: 'There is too little room here to show everything at once.',
  hidden: 'Part of this view is covered, faded or off the screen.',
  behind: 'This window is not in front. Press it to continue.',
  unread: 'Scroll through everything to continue.',
  notInPage: 'Decide in a window of the wallet, which no page can cover.',
  openWindow: 'Open window',
  windowOpen: 'Decide in the window that the wallet has opened.',
  showWindow: 'Show window',
  windowFailed: 'The window could not be opened. Allow pop-ups for this page, then try again.',
  noWindow: 'This app opens no window of the wallet. To approve this, open the page in a browser.',
  windowTitle: 'Your wallet',
  nothing: 'There is nothing to decide here. You can close this window.',
  over: 'There is nothing to decide here: each request is shown once.',
  back: 'Back',
  temporary:
    'Your browser blocks this wallet’s storage, so you will be signed out when you close or reload the page.',
} as const

/** Texts of the calls of a smart account. */
export const CALLS_MESSAGES = {
  title: 'This site wants to send {count} transactions at once',
  together: 'They run together: if one fails, none of them takes effect.',
  total: 'You pay in total',
  sponsored: 'paid by the operator',
  creation: 'This is the first transaction of your smart account. It also creates the account.',
  unfunded: 'Your balance of {balance} does not cover the amount.',
  wouldFail: 'This would fail, so it cannot be sent. {reason}',
} as const

/** Texts of permissions: what a key of the site may do without asking. */
export const SESSION_MESSAGES = {
  grantTitle: 'This site wants to play without asking each time',
  bet: 'This site may bet at most {each} a round, {total} in all, until {time}, without asking again.',
  collect: 'This site may collect your payouts until {time}, without asking again.',
  alsoCollect: 'It may also collect your payouts, which go to your account.',
  loss: 'You can lose at most {total}. You can end this permission at any time.',
  noLoss: 'Payouts go to your account. You can end this permission at any time.',
  today: '{time} today',
  markets: 'Markets',
  rate: 'How often',
  rateText: 'at most {count} times in {duration}',
  endTitle: 'This site wants to end its permission',
  end: 'End a permission',
  endDetail: 'The site can then no longer use it to play without asking you.',
  permission: 'Permission',
} as const
