import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the settings on this device. */
export const SETTINGS_MESSAGES = defineMessages('settings', {
  title: 'Settings',
  hint: 'Kept on this device only.',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  alerts: 'Alerts',
  alertsHint:
    'When a round you have bet on locks, in the ten seconds before, and when it has a result.',
  sound: 'Sound',
  soundHint: 'Short, quiet tones.',
  soundOf: message(
    '{kind, select, locked {This is a lock.} won {This is a win.} lost {This is a loss.} other {This is a refund.}}',
    'kind',
  ),
  trySound: 'Try',
  trySoundLabel: 'Try the sounds',
  vibration: 'Vibration',
  vibrationHint: 'While the page is in view.',
  notifications: 'Notifications',
  notificationsHint: 'While Bullring is open in the background.',
  notificationsUndecided:
    'The browser has not given permission. Switch on again to be asked again.',
  notificationsDenied:
    'Blocked by your browser. Allow notifications for this site in its settings, then switch them on here.',
  notificationsUnsupported: 'This browser cannot show notifications.',
  notificationsNeedInstall:
    'On iPhone and iPad, add Bullring to the Home Screen and open it from there.',
  push: 'Also while Bullring is closed',
  pushHint:
    'Results come through the push service of your browser. Our server keeps its address and your account until you switch this off.',
  pushFailed: 'The push service of your browser does not respond. Try again later.',
  pushUnregistered:
    'This browser could not be registered: no results come while Bullring is closed. Switch off and on to try again.',
  pushUnproven:
    'Confirm that this account is yours to get results while Bullring is closed: sign a message, which is free.',
  pushConfirm: 'Confirm with wallet',
  pushDeclined:
    'You declined the signature. Confirm later to get results while Bullring is closed.',
  pushCannotSign:
    'This wallet’s signature cannot be checked here: no results come while Bullring is closed.',
  limits: 'Play limits',
  limitsHint: 'Lower limits apply at once, higher ones from tomorrow.',
  daily: 'Daily limit',
  noLimit: 'No limit',
  setLimit: 'Set',
  removeLimit: 'Remove',
  invalidLimit: 'Enter one plain number, for example 0.5',
  limitNow: message('Today: {amount} BNB', 'amount'),
  limitTomorrow: message('From tomorrow: {amount} BNB', 'amount'),
  noLimitTomorrow: 'From tomorrow: no limit',
  break: 'Take a break',
  breakHour: '1 hour',
  breakDay: '1 day',
  breakWeek: '1 week',
  breakConfirm: message('No bets until {time}. You cannot end it early.', 'time'),
  breakStart: 'Start the break',
  cancel: 'Cancel',
  onBreak: message('You are taking a break until {time}.', 'time'),
})
