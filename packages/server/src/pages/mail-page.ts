import type { Context } from 'hono'
import { html } from 'hono/html'
import { createPageLayout, type Html } from './page.ts'

/** Layout of the pages behind mailed links. */
export const MAIL_PAGE = createPageLayout(`
main { gap: 1.25rem; grid-template-columns: minmax(0, 1fr) }
p { overflow-wrap: anywhere }
dl { display: grid; gap: .75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 14px }
dt { color: var(--soft); font-size: .8125rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
form { grid-template-columns: 1fr 1fr; gap: .75rem }
button { min-width: 0 }
.reject { background: transparent; color: var(--down); border: 1px solid var(--line) }
.warning { padding: .875rem 1rem; border-radius: 14px; background: var(--wash); font-size: .9375rem }
.approved { color: var(--up) } .rejected { color: var(--down) }
@media (max-width: 20rem) { form { grid-template-columns: 1fr } }
`)

/** Returns a page that says one thing. */
export function noticePage(title: string, text: string): Html {
  return MAIL_PAGE.render({ title, content: html`<h1>${title}</h1><p>${text}</p>` })
}

/** Responds with a page; null for a link that was never mailed. */
export async function sendPage(c: Context, page: Html | null): Promise<Response> {
  const unknown = 'This link is not valid. Open the one in the newest email, or start again.'
  const body = String(await (page ?? noticePage('Unknown link', unknown)))
  return c.body(body, page === null ? 404 : 200, { ...MAIL_PAGE.headers })
}
