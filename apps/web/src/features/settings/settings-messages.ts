import { defineMessages, message } from '#i18n/message.ts'

/** What a visitor can switch on this device. */
export const SETTINGS_MESSAGES = defineMessages('settings', {
  title: 'Settings',
  hint: 'Kept on this device only.',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  limits: 'Play limits',
  limitsHint: 'Set them while you are calm: a lower limit applies at once, a higher one tomorrow.',
  daily: 'Most to bet per day',
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
