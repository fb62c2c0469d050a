import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the page on which a player lets a bot bet. */
export const BOT_MESSAGES = defineMessages('bot', {
  title: 'Let a bot bet for you',
  lead: message(
    'The bot’s key can bet and collect in the market {market}, and nothing else. The chain enforces these limits:',
    'market',
  ),
  warning: message(
    'Go on only if you have made this bot yourself and it printed a link whose key ends in {end}. Its holder can lose all of this for you.',
    'end',
  ),
  revoke: 'You can end the permission at any time in the settings of your wallet.',
  badLink: 'This link is not whole. Copy it again from the bot.',
  needsSmart:
    'Only a smart account can let a bot bet: log in with email or a social account, and switch to the smart account in your wallet.',
  granted: 'The bot may bet. Start it with your account:',
  failed: 'The permission was not granted. If the link is old, make a new bot.',
  refused: 'Nothing was approved. The bot cannot bet.',
  home: 'Back to the game',
})
