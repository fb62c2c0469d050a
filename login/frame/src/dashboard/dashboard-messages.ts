/** Texts of the page on which users look after their wallet. */
export const DASHBOARD_MESSAGES = {
  title: 'Your wallet',
  loading: 'Loading…',
  interrupted:
    'This page was loaded again before that had ended. Here is how it stands now. If something is missing, try again.',
  temporary:
    'Your browser blocks this wallet’s storage, so you will be signed out when you close or reload the page.',
  account: 'Your account',
  signOut: 'Sign out',
  email: 'Email address',
  continue: 'Continue',
  otherWays: 'Or continue with your account at another site.',
  continueWith: 'Continue with {site}',
  logInAgain: 'Log in with {site} again',
  inWindow: 'Log in with {site} in the window that has opened.',
  windowClosed: 'If you have closed it, cancel and try again.',
  onPhone: 'Approve the login in the Farcaster app.',
  scan: 'Scan this QR Code with your phone',
  qrLabel: 'QR code to log in with Farcaster',
  openFarcaster: 'Open Farcaster',
  cancel: 'Cancel',
  linkSent: 'Approve the login link we sent to {email}, then return to this page.',
  codeSent: 'The code we sent to {email}',
  mailWait: 'A code was mailed a moment ago. The next one follows within {seconds} seconds.',
  signIn: 'Sign in',
  devices: 'Devices',
  devicesDetail: 'A device that you remove is signed out immediately and can no longer sign.',
  thisDevice: 'This device',
  lastUsed: 'Last used {date}',
  remove: 'Remove',
  removeDevice: 'Remove {device}',
  phrase: 'Recovery phrase',
  phraseDetail:
    'These twelve words open your wallet in any other wallet app. Anyone who has them can take your money. Never share them: no support team needs them.',
  sendCode: 'Email me a code to show it',
  show: 'Show',
  hide: 'Hide',
} as const

/** Texts of the email of a user who logs in at another site. */
export const ADD_EMAIL_MESSAGES = {
  title: 'Email',
  present: 'This wallet also opens with {email}.',
  missing:
    'Add an email to open this wallet without your account at the other site. Anyone who can read its messages can then open the wallet.',
  add: 'Add this email',
  sent: 'We sent two emails to {email}. Press Approve on the page of the link, then enter the code.',
  confirm: 'Confirm',
} as const

/** Texts of the passkeys of a wallet. */
export const PASSKEY_MESSAGES = {
  title: 'Passkey',
  protected:
    'A new device needs one of these passkeys, in addition to your login. From four days after the first one, our servers alone cannot open your wallet.',
  unprotected:
    'Right now, your login is enough to open your wallet on a new device. Anyone who can log in as you, or runs our servers, could open it. With a passkey, that is not enough.',
  warning:
    'If you lose all your passkeys, no new device can open your wallet, and no one can help you. Only devices that already have the wallet keep working, and its email and devices can no longer be changed. Write down your recovery phrase first.',
  accept: 'I have my recovery phrase, or I accept this risk',
  protect: 'Protect with a passkey',
  addAnother: 'Add another passkey',
  unsupported: 'Passkeys need a site with a domain name and a browser that supports them.',
  unfinished: 'Setup not finished',
  added: 'Added {date}',
  finish: 'Finish setup',
  finishOf: 'Finish setup of the passkey of {device}',
  remove: 'Remove',
  removeOf: 'Remove the passkey of {device}',
  tryAgain: 'Try again',
  elsewhere:
    'If the passkey is on a phone or a security key, try again and choose it in the browser’s window.',
  lost: 'Without the passkey, a device that already has this wallet can still play and send your coins to another wallet, and your recovery phrase opens it in any other wallet app.',
  notYours:
    'If you did not add a passkey, open the email about it: for 72 hours, its link undoes the change.',
  ask: 'Your browser now asks for one of your passkeys, to make sure that it is you.',
} as const
