import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  title: 'Your bets',
  none: 'Your bet appears here.',
  showRound: ({ epoch }: { epoch: string }) => `Show round #${epoch}`,
}

/** Messages of the strip with the visitor's open bets. */
export const MY_BET_MESSAGES: MessagesByLanguage<typeof en> = { en }
