import type { MailContent } from '@bullring/server/mail/render-mail'

type ChangeMail = {
  newEmail: string
  label: string
  origin: string
  ip: string
  time: string
  url: string
}

/** The mail to the current address with the link that approves a new one. */
export function changeMail({ newEmail, label, origin, ip, time, url }: ChangeMail): MailContent {
  return {
    subject: `Change your email to ${newEmail}`,
    preview: 'Nothing changes until you press Approve.',
    heading: `Change your email to ${newEmail}`,
    paragraphs: [
      `A device that is logged in to your wallet wants to change its email to ${newEmail}. From then on, anyone who can read that mailbox can use your wallet.`,
      'The link shows you the details. Nothing changes until you press Approve there.',
    ],
    button: { label: 'Review this change', url },
    details: [
      { label: 'New email', value: newEmail },
      { label: 'Device', value: label },
      { label: 'App', value: origin },
      { label: 'IP address', value: ip },
      { label: 'Time', value: time },
    ],
    notes: [
      'The link expires in 20 minutes.',
      'If this was not you, press Reject on that page, and remove the device on the wallet’s dashboard. Never approve a change because someone asks you to.',
    ],
  }
}

/** The mail to the first address of a wallet, with the link that approves it. */
export function firstEmailMail({ label, ip, time, url }: ChangeMail): MailContent {
  return {
    subject: 'Add this email to your wallet',
    preview: 'Nothing changes until you press Approve.',
    heading: 'Add this email to your wallet',
    paragraphs: [
      'A device that is logged in to a wallet wants to add this address to it. From then on, the wallet also opens with this address, for anyone who can read its messages.',
      'The link shows you the details. Nothing changes until you press Approve there.',
    ],
    button: { label: 'Review this change', url },
    details: [
      { label: 'Device', value: label },
      { label: 'IP address', value: ip },
      { label: 'Time', value: time },
    ],
    notes: [
      'The link expires in 20 minutes.',
      'If this was not you, ignore this email: the address then stays free.',
    ],
  }
}

/** The mail to the address of the login at another site, with the link that removes a wallet's first address. */
export function addedMail({
  newEmail,
  time,
  url,
}: Pick<ChangeMail, 'newEmail' | 'time' | 'url'>): MailContent {
  return {
    subject: 'An email was added to your wallet',
    preview: 'If this was you, there is nothing to do.',
    heading: 'An email was added to your wallet',
    paragraphs: [
      `Your wallet now also opens with ${newEmail}. All other devices were logged out.`,
      'For 72 hours, the link below removes that address and logs out every device.',
    ],
    button: { label: 'This was not me', url },
    details: [
      { label: 'New email', value: newEmail },
      { label: 'Time', value: time },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If not: undo the change, secure your account at the site with which you log in, log in again, and move your coins to another wallet.',
    ],
  }
}

/** The mail to the earlier address with the link that undoes the change. */
export function changedMail({
  newEmail,
  time,
  url,
}: Pick<ChangeMail, 'newEmail' | 'time' | 'url'>): MailContent {
  return {
    subject: 'Your wallet has a new email',
    preview: 'If this was you, there is nothing to do.',
    heading: 'Your wallet has a new email',
    paragraphs: [
      `This address no longer opens your wallet. Log in with ${newEmail} from now on. All other devices were logged out.`,
      'For 72 hours, the link below undoes the change and logs out every device.',
    ],
    button: { label: 'This was not me', url },
    details: [
      { label: 'New email', value: newEmail },
      { label: 'Time', value: time },
    ],
    notes: [
      'If this was you, there is nothing to do.',
      'If not: undo the change, log in with this address at once, secure your mailbox, and move your coins to another wallet.',
    ],
  }
}
