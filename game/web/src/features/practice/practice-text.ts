import type { MessagesOf } from '#i18n/message.ts'
import type { PracticeBet } from './practice-book.ts'
import type { PRACTICE_MESSAGES } from './practice-messages.ts'

/** Returns a sentence on a practice bet. */
export function practiceText(
  { epoch, position, stake, payout }: PracticeBet,
  messages: MessagesOf<typeof PRACTICE_MESSAGES>,
): string {
  if (payout === null) return messages.placed({ position, stake, epoch })
  if (payout === stake) return messages.returned({ epoch })
  return payout > stake
    ? messages.won({ epoch, gain: payout - stake })
    : messages.lost({ epoch, loss: stake - payout })
}
