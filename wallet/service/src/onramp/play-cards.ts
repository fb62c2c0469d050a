/** Outcome of a card in the play-money checkout. */
export type CardOutcome = 'paid' | 'declined' | 'pending'

/** The only cards that the checkout takes. They are made up. */
export const PLAY_CARDS: readonly { number: string; outcome: CardOutcome; effect: string }[] = [
  { number: '4242 4242 4242 4242', outcome: 'paid', effect: 'pays' },
  { number: '4000 0000 0000 0002', outcome: 'declined', effect: 'is declined' },
  { number: '4000 0000 0000 3220', outcome: 'pending', effect: 'stays pending' },
]

/** Returns the outcome of a card number, typed with or without spaces, or null for any other card. */
export function cardOutcome(typed: string): CardOutcome | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  const card = PLAY_CARDS.find(({ number }) => number.replaceAll(' ', '') === digits)
  return card?.outcome ?? null
}
