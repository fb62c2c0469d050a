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
