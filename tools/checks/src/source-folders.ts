/** Glob of the folders with code. */
export const SOURCE_FOLDERS =
  '{accounts,apps,base,contracts,e2e,game,lab,login,packages,services,stack,tools,wallet,walletconnect}'
