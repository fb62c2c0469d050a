import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  open: 'Stats',
  title: 'Your game',
  tabs: 'Views',
  views: { stats: 'Stats', leaderboard: 'Leaderboard', invite: 'Invite' },
}

/** Messages of the bottom drawer itself. */
export const TRAY_MESSAGES: MessagesByLanguage<typeof en> = { en }
