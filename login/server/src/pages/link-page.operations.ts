import { TokenField } from '@bullring/login-api/custody-api/fields'
import { readForm } from '@bullring/server/http/read-form'
import type { Operation } from '@bullring/server/operations/operation'
import type { Page, PageLayout } from '@bullring/server/page'
import type { Language } from '@bullring/wire/text/languages'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { linkLanguage } from '../mail/mail-language.ts'
import { hashToken } from '../secret-token.ts'
import { sendPage } from './mail-page.ts'

/** A mailed link that was opened. */
type MailedLink = { token: string; hash: Buffer; language: Language }

export type LinkPage = {
  path: string
  layout: PageLayout
  summaries: { show: string; decide: string }
  /** Returns the page, or null for a link that was never mailed. */
  show: (link: MailedLink) => Promise<Page | null>
  /**
   * Carries out a decision, and may return a page to show instead of the link's.
   *
   * @param pressed - Value of the button that was pressed, and of the form's `code` field; any text in a forged form.
   */
  decide: (
    link: MailedLink,
    pressed: { decision: string; code: string },
    c: Context,
  ) => Promise<Page | undefined>
}

/** GET and POST of the page behind a mailed link. Opening it decides nothing: mail scanners open links too. */
export function linkPageOperations(options: LinkPage): readonly Operation[] {
  const { path, layout, summaries, show, decide } = options
  const page = {
    path,
    response: z.string(),
    contentType: 'text/html',
    errors: [404, 429, 500],
  }
  return [
    {
      ...page,
      method: 'get',
      summary: summaries.show,
      handle: async (c) => {
        const link = readLink(c, c.req.query('t'))
        return await sendPage(c, link === null ? null : await show(link), layout)
      },
    },
    {
      ...page,
      method: 'post',
      summary: summaries.decide,
      body: z.unknown(),
      maxBodyBytes: 2_048,
      errors: [...page.errors, 403, 413],
      handle: async (c) => {
        const form = await readForm(c)
        const link = readLink(c, form.get('t'))
        if (link === null) return await sendPage(c, null, layout)
        const pressed = { decision: form.get('decision') ?? '', code: form.get('code') ?? '' }
        const decided = await decide(link, pressed, c)
        return await sendPage(c, decided ?? (await show(link)), layout)
      },
    },
  ]
}

function readLink(c: Context, token = ''): MailedLink | null {
  if (!TokenField.safeParse(token).success) return null
  return { token, hash: hashToken(token), language: linkLanguage(c) }
}
