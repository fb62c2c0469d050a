import { defineMessages } from '#i18n/message.ts'

/** Messages of the bottom drawer itself. */
export const TRAY_MESSAGES = defineMessages('tray', {
  open: 'Stats',
  title: 'Your game',
  tabs: 'Views',
  stats: 'Stats',
  leaderboard: 'Leaderboard',
  invite: 'Invite',
})
