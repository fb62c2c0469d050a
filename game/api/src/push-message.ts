import { type Address, sha256, stringToBytes } from 'viem'
import { type SigningGame, signedText } from './referrals/signed-text.ts'

/** Returns the text that an account signs to have its results sent to a browser. Wallets do not learn the endpoint. */
export function pushMessage(endpoint: string, account: Address, game: SigningGame): string {
  const statement = 'Send the results of my bets on Bullring to this browser.'
  return signedText(
    { statement, subject: `Browser: ${sha256(stringToBytes(endpoint))}`, account },
    game,
  )
}
