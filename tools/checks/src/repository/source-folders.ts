/** Glob of the folders with code. */
export const SOURCE_FOLDERS =
  '{accounts,base,contracts,e2e,game,lab,login,stack,tools,wallet,walletconnect}'
