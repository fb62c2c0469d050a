/** Texts of failures. Keys with a dot are codes of errors; `{seconds}` is until the next try. */
export const PROBLEM_MESSAGES = {
  unreachable: 'The wallet could not be reached. Check your connection and try again.',
  unknown: 'Something went wrong. Please try again.',
  'frame.not-signed-in': 'You are signed out of your wallet. Please sign in again.',
  'frame.no-pending-login': 'This sign-in has ended. Please start again.',
  'frame.wrong-vault': 'This wallet is not configured securely, so it will not open.',
  'frame.key-mismatch': 'Your wallet could not be unlocked on this device. Please sign in again.',
  'frame.popup-blocked':
    'Your browser blocked the window. Allow pop-ups for this page, then try again.',
  'frame.other-account': 'That is another account, so you were signed out. Please sign in again.',
  'session.none': 'Please log in again.',
  'session.not-fresh': 'You need a more recent login for this. Please log in again.',
  'session.email-reserved':
    'This email was changed to another one within the last 72 hours. Log in with that one, or undo the change with the link in your email.',
  'otp.wrong-code': 'This code is not correct.',
  'otp.expired': 'This code has expired. Request a new one.',
  'otp.locked': 'Too many wrong codes. Request a new one.',
  'otp.address-locked':
    'Too many wrong codes for this address. Please try again after {seconds} seconds.',
  'otp.cooldown': 'Please try again after {seconds} seconds.',
  passkeyUnused:
    'No passkey was used: the request was closed, or this device does not have your passkey.',
  passkeyTimedOut: 'No passkey was used in time.',
  passkeyNotCreated: 'No passkey was created. Please try again.',
  passkeyUnsupported: 'This browser cannot use passkeys on this page.',
  passkeyUnsuitable:
    'This passkey cannot protect a wallet. Use one from a recent phone, password manager or security key.',
  passkeyExists: 'This device already has a passkey for the wallet.',
  passkeyBlocked:
    'This wallet needs your passkey. If you were not asked for it, sign in at {dashboard} first, then here.',
  passkeyNotAsked:
    'Changing the email of this wallet needs your passkey. If you were not asked for it, change the email in an app that lets the wallet ask.',
  passkeyUnknown: 'This passkey does not belong to your wallet.',
  passkeyWrong: 'This passkey does not open the wallet.',
} as const
