import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'

/** A mail as the mailbox page shows it. */
export type ReceivedMail = {
  id: string
  /** Recipients of the SMTP dialogue, which may differ from the header. */
  to: readonly string[]
  from: string
  subject: string
  /** ISO 8601. */
  receivedAt: string
  /** The login code in the text; null without one. */
  code: string | null
  /** http(s) links of the text. */
  links: readonly string[]
  text: string
  html: string | null
}

/** Oldest mails are dropped beyond this number. */
const MAX_MAILS = 200

/** Six digits, also in two groups. */
const CODE = /(?<!\d)(\d{3})\s?(\d{3})(?!\d)/
const LINK = /https?:\/\/[^\s<>"]+/g
const WORD = /\S+/g

/** Leaves out links and addresses, whose digits are no code. */
function proseOnly(word: string): string {
  return /[@/]/.test(word) ? ' ' : word
}

/** Keeps received mails in memory, newest first. */
export type Mailbox = {
  receive: (message: Buffer, recipients: readonly string[]) => Promise<void>
  mails: () => readonly ReceivedMail[]
}

/** Creates an empty mailbox. */
export function createMailbox(): Mailbox {
  let mails: readonly ReceivedMail[] = []
  return {
    receive: async (message, recipients) => {
      mails = [await readMail(message, recipients), ...mails].slice(0, MAX_MAILS)
    },
    mails: () => mails,
  }
}

async function readMail(message: Buffer, to: readonly string[]): Promise<ReceivedMail> {
  const { from, subject = '', text = '', html = null } = await PostalMime.parse(message)
  return {
    id: randomUUID(),
    to,
    from: [from?.name, from?.address].filter(Boolean).join(' · '),
    subject,
    receivedAt: new Date().toISOString(),
    code: CODE.exec(text.replaceAll(WORD, proseOnly))?.slice(1).join('') ?? null,
    links: text.match(LINK) ?? [],
    text,
    html,
  }
}
