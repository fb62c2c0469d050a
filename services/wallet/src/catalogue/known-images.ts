/**
 * Names of the networks and connectors whose image ids are hard-coded in wallet kits; the icon shows a ticker
 * or the first letter.
 */
export const KNOWN_IMAGES: ReadonlyMap<string, string> = new Map([
  ['93564157-2e8e-4ce7-81df-b264dbee9b00', 'BNB'],
  ['ba0ba0cd-17c6-4806-ad93-f9d174f17900', 'ETH'],
  ['07ba87ed-43aa-4adf-4540-9e6a2b9cae00', 'Browser Wallet'],
  ['ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400', 'Wallet Connect'],
  ['0c2840c3-5b04-4c44-9661-fbd4b49e1800', 'Coinbase'],
  ['461db637-8616-43ce-035a-d89b8a1d5800', 'Safe'],
  ['54a1aa77-d202-4f8d-0fb2-5d2bb6db0300', 'Ledger'],
  ['a1b58899-f671-4276-6a5e-56ca5bd59700', 'SOL'],
  ['0b4838db-0161-4ffe-022d-532bf03dba00', 'BTC'],
])
