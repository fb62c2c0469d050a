import { PRODUCT_NAME, withBrandName } from '@bullring/wire/text/product-name'
import type { Address } from 'viem'

/** The game that a signed text is for: a signature is of no use in another one. */
export type SigningGame = {
  chainId: number
  market: Address
  /** Null when not configured. */
  publicOrigin: string | null
  /** Name of the operator's brand; the product's by default. */
  brandName?: string
}

/** A text that an account signs to prove a request to the game: its purpose, and the lines that make it specific. */
type SignedText = {
  statement: string
  /** For example `Invitation code: friend-1`. */
  subject: string
  account: Address
}

/** Returns the text that an account signs (EIP-191). */
export function signedText({ statement, subject, account }: SignedText, game: SigningGame): string {
  const site = game.publicOrigin === null ? [] : [`Site: ${game.publicOrigin}`]
  return [
    `${withBrandName(statement, game.brandName ?? PRODUCT_NAME)}\n`,
    subject,
    `Account: ${account}`,
    `Chain: ${game.chainId}`,
    `Market: ${game.market}`,
    ...site,
  ].join('\n')
}
