/** Texts of custody's mails and pages. */
export const ENGLISH = {
  login: {
    subject: 'Approve this login',
    preview: '{device} wants to log in to your wallet.',
    text: 'A device that has not used your wallet before wants to log in with this address.',
    review: 'Review this login',
    otherwise:
      'If this was not you, press Reject on that page, or ignore this email. Never approve a login because someone asks you to.',
    asks: 'A device wants to log in to the wallet of {email}.',
    warning:
      'Approve only if you are logging in on this device right now. Never approve because someone asks you to.',
    approved: 'Login approved',
    approvedText: 'Go back to the device. The code that finishes the login is in the next email.',
    rejected: 'Login rejected',
    rejectedText: 'The device cannot use your wallet. Nothing else has changed.',
    rejectedNote: 'The person who tried knows only your address. You can close this page.',
    expiredText: 'This link is too old. Start the login again to get a new one.',
    otherDevice: 'Another device shows a code',
    code: 'Code on the other device',
    findCode: 'Continue',
    unknownCode:
      'No login waits with this code. Check it, or log in there again: a code is valid for 20 minutes.',
  },
  change: {
    subject: 'Change your email to {email}',
    text: 'A device that is logged in to your wallet wants to change its email to {email}. From then on, anyone who can read that mailbox can use your wallet.',
    otherwise:
      'If this was not you, press Reject on that page, and remove the device on the wallet’s dashboard. Never approve a change because someone asks you to.',
    preview: 'Nothing changes until you press Approve.',
    review: 'Review this change',
    changed: 'Your wallet has a new email',
    changedText:
      '{earlier} no longer opens your wallet. Log in with {email} from now on. All other devices were logged out.',
    undo: 'For 72 hours, the link below undoes the change and logs out every device.',
    secure:
      'If not: undo the change, log in with {earlier} at once, secure your mailbox, and move your coins to another wallet.',
  },
  first: {
    subject: 'Add this email to your wallet',
    text: 'A device that is logged in to a wallet wants to add this address to it. From then on, the wallet also opens with this address, for anyone who can read its messages.',
    otherwise: 'If this was not you, ignore this email: the address then stays free.',
    added: 'An email was added to your wallet',
    addedText: 'Your wallet now also opens with {email}. All other devices were logged out.',
    undo: 'For 72 hours, the link below removes that address and logs out every device.',
    secure:
      'If not: undo the change, secure your account at the site with which you log in, log in again, and move your coins to another wallet.',
  },
  undone: {
    changedBack: 'Your wallet’s email was changed back',
    changedBackText:
      'The change of your wallet’s email was undone with the link in an email. Your wallet opens with {email} again, and every device was logged out.',
    removed: 'An email was removed from your wallet',
    removedText:
      '{email} no longer opens your wallet: it was removed with the link in an email. Every device was logged out.',
    secure:
      'If this was not you, someone else reads that email. Log in at once, secure your mailbox and your accounts at other sites, and move your coins to another wallet.',
  },
  changePage: {
    title: 'Change your email',
    firstTitle: 'Add this email',
    now: 'Email now',
    earlier: 'Earlier email',
    changed: 'Changed',
    warning:
      'Approve only if you have just entered this new email in your wallet, and only you can read its messages. Never approve because someone asks you to.',
    approved: 'Change approved',
    approvedText: 'Go back to your wallet. A code sent to the new address finishes the change.',
    rejected: 'Change rejected',
    rejectedText: 'Your wallet keeps its email.',
    expiredText: 'This link is too old. Start the change again to get a new one.',
    undone: 'Change undone',
    undoneText: 'This change of email was undone.',
    undoneBack:
      'Your wallet has the email {email} again, every device is logged out, and a passkey that was added recently is removed when you log in. Log in with it now.',
    undoneFirst:
      'The email no longer opens your wallet, every device is logged out, and a passkey that was added recently is removed when you log in. Log in as before.',
    undoTitle: 'Undo the change',
    undoHeading: 'Undo this change of email?',
    undoWarning:
      'The earlier email opens your wallet again, every device is logged out, and passkeys of the last four days are removed.',
    undoFirstWarning:
      'The email no longer opens your wallet, every device is logged out, and passkeys of the last four days are removed.',
    tooLate: 'A change of email can only be undone within 72 hours.',
    taken: 'Change not undone',
    takenText:
      'The earlier email now opens another wallet. Your wallet keeps its email, and no device was logged out.',
  },
  removalPage: {
    title: 'Remove the device',
    heading: 'Remove this device from your wallet?',
    warning:
      'The device is logged out and can no longer sign. If it has shown the recovery phrase, that still opens your wallet.',
    done: 'Device removed',
    doneText:
      'The device was logged out and can no longer sign. If you did not add it, secure your mailbox and your accounts at other sites, and move your coins to another wallet.',
    tooLate:
      'This link removes a new device within 72 hours only. Remove it on the wallet’s dashboard.',
  },
  notice: {
    newDevice: 'A device was added to your wallet',
    newDeviceText: 'A device logged in to your wallet and can now use it.',
    removeNew: 'For 72 hours, the link below removes the device.',
    unlocked: 'Your wallet was unlocked on one of your devices',
    unlockedText:
      'A device that already has your wallet logged in again and unlocked it, for example to show the recovery phrase.',
    secure:
      'If not, someone can log in as you. Secure your mailbox and your accounts at other sites, remove the device on the wallet’s dashboard, and move your coins to another wallet.',
    removed: 'A device was removed from your wallet',
    removedDevice: 'Removed device',
    removedText:
      'That device was logged out and can no longer sign. To use your wallet on it again, log in there.',
    removedSecure:
      'If not, someone can use your wallet. Secure your mailbox, log in again, remove the devices that you do not know, and move your coins to another wallet.',
  },
  decision: {
    details: 'The link shows you the details. Nothing happens until you press Approve there.',
    expires: 'The link expires in 20 minutes.',
    approve: 'Approve',
    reject: 'Reject',
  },
} as const
