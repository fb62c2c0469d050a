/** Texts of the vault's mails and pages. */
export const ENGLISH = {
  code: {
    loginSubject: 'Your login code',
    loginHeading: 'Log in to Bullring',
    loginText: 'Enter this code in the window where you are logging in.',
    exportSubject: 'Your security code',
    exportHeading: 'Confirm that it is you',
    exportText:
      'Enter this code to show the recovery phrase of your wallet or to change its passkeys. Anyone who sees the phrase can take everything in the wallet.',
    primarySubject: 'Confirm your current email',
    primaryText:
      'Enter this code to change the email of your wallet to the new one below. From then on, anyone who can read that mailbox can use your wallet. Another email has the link with which you approve the change.',
    secondarySubject: 'Confirm your new email',
    secondaryText: 'Enter this code to use this email for your wallet.',
    expires: 'The code expires in {minutes} minutes.',
    once: 'The code expires in {minutes} minutes and works once, in the browser that requested it.',
    never:
      'We will never ask you for this code. If you did not request it, ignore this email: without the code, no one gets in.',
  },
  release: {
    subject: 'Your wallet was unlocked after a login',
    text: 'A browser has logged in to your wallet and unlocked it: to use it there, to show its recovery phrase, or to add a passkey.',
    otherwise:
      'If it was not, change the password of your mailbox now, then log in to your wallet, remove the device from the list in its settings, and move what it holds to another wallet.',
  },
  passkeys: {
    added: 'A passkey was added to your wallet',
    addedText: 'A passkey was added to your wallet from a browser that is logged in to it.',
    required: 'A passkey now protects your wallet',
    requiredText:
      'From now on, a new device needs one of your passkeys besides the link and the code, and four days from now our servers alone cannot open your wallet. If you lose all of them, only devices that already have the wallet, and your recovery phrase, open it.',
    removed: 'A passkey was removed from your wallet',
    removedText:
      'A passkey was removed from your wallet from a browser that is logged in to it. If it was the last one, new devices need only the link and the code again.',
    undone: 'Your wallet’s passkeys were changed back',
    undoneText:
      'A change of your wallet’s passkeys was undone with the link in an email. Your passkeys are as they were before. You may need to log in again.',
    emailUndone: 'Passkeys were removed from your wallet',
    emailUndoneText:
      'You undid the change of your wallet’s email. Passkeys that were added recently are removed, because they could be someone else’s. Older ones, if you had any, work as before; without a passkey, new devices need only the link and the code.',
    undo: 'For 72 hours, the link below puts the passkeys back as they were before.',
    otherwise:
      'If not: change the password of your mailbox, undo the change, log in to your wallet, remove unknown devices, and move what it holds to another wallet.',
  },
  undoPage: {
    title: 'Undo the change',
    heading: 'Undo this change of your passkeys?',
    changed: 'Changed',
    before: 'Passkeys before',
    none: 'none',
    protectedAgain:
      'New devices will need one of these passkeys again. Changes that came later are undone, too.',
    openAgain: 'New devices will need no passkey. Changes that came later are undone, too.',
    expiredText: 'A change of passkeys can only be undone within 72 hours.',
    done: 'Change undone',
    doneText:
      'Your wallet has the passkeys from before the change. Log in to it now, and remove the devices that you do not know.',
  },
} as const
