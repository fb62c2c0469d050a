import type { MessagesByLanguage } from '#i18n/language.ts'

type Side = { side: string; amount: string }
type Change = { change: string }

const en = {
  you: ({ side, amount }: Side) => `You: ${side} ${amount}`,
  kinds: {
    open: ({ change }: Change) => `${change} if you win`,
    winning: ({ change }: Change) => `Winning ${change}`,
    losing: ({ change }: Change) => `Losing ${change}`,
    even: () => 'Your stake comes back as it stands',
    settling: () => 'Waiting for the closing price',
    won: ({ change }: Change) => `Won ${change}`,
    lost: ({ change }: Change) => `Lost ${change}`,
    refunded: () => 'Your stake comes back',
  },
  locksIn: ({ time }: { time: string }) => `locks in ${time}`,
  endsIn: ({ time }: { time: string }) => `ends in ${time}`,
}

/** Messages of the line that says how a bet stands. */
export const STANDING_MESSAGES: MessagesByLanguage<typeof en> = { en }
