import type { Brand } from '@bullring/server/brand/read-brand'
import { createPageLayout, type Html, type Page, type PageLayout } from '@bullring/server/page'
import type { Language } from '@bullring/wire/text/languages'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { linkLanguage } from '../mail/mail-language.ts'

const STYLE = `
main { gap: 1.25rem; grid-template-columns: minmax(0, 1fr) }
p { overflow-wrap: anywhere }
dl { display: grid; gap: .75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 14px }
dt { color: var(--soft); font-size: .8125rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
form { grid-template-columns: 1fr 1fr; gap: .75rem }
.field { grid-template-columns: minmax(0, 1fr); padding-top: .75rem }
summary { color: var(--soft); font-size: .9375rem; cursor: pointer }
label { font-weight: 600 }
input { min-width: 0; min-height: 3rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--paper); color: var(--ink); font: inherit; letter-spacing: .1em; text-transform: uppercase }
button { min-width: 0 }
.reject { background: transparent; color: var(--down); border: 1px solid var(--line) }
.warning { padding: .875rem 1rem; border-radius: 14px; background: var(--wash); font-size: .9375rem }
.approved { color: var(--up) } .rejected { color: var(--down) }
@media (max-width: 20rem) { form { grid-template-columns: 1fr } }
`

/** Creates the layout of the pages behind mailed links. */
export function mailPageLayout(brand: Brand | null): PageLayout {
  return createPageLayout(STYLE, brand)
}

const UNKNOWN_LINK: Readonly<Record<Language, readonly [title: string, text: string]>> = {
  en: ['Unknown link', 'This link is not valid. Open the one in the newest email, or start again.'],
  es: [
    'Enlace desconocido',
    'Este enlace no es válido. Abre el del email más reciente o empieza de nuevo.',
  ],
  'pt-BR': [
    'Link desconhecido',
    'Este link não é válido. Abra o do e-mail mais recente ou comece de novo.',
  ],
  tr: [
    'Bilinmeyen bağlantı',
    'Bu bağlantı geçerli değil. En yeni e-postadakini açın veya yeniden başlayın.',
  ],
  vi: [
    'Liên kết không xác định',
    'Liên kết này không hợp lệ. Hãy mở liên kết trong email mới nhất hoặc bắt đầu lại.',
  ],
  'zh-CN': ['未知链接', '此链接无效。请打开最新邮件中的链接，或重新开始。'],
}

/** Returns a page with a text, and nothing to decide except in `more`. */
export function noticePage(
  language: Language,
  title: string,
  text: string,
  more: Html | '' = '',
): Page {
  const content = html`<h1>${title}</h1><p>${text}</p>${more}`
  return { language, title, content }
}

type Decided = {
  look: 'approved' | 'rejected'
  title: string
  text: string
  note: string
  /** Shown below the note. */
  more?: Html | ''
}

/** Returns the page that confirms a decision. */
export function decidedPage(
  language: Language,
  { look, title, text, note, more = '' }: Decided,
): Page {
  return {
    language,
    title,
    content: html`<h1 class="${look}">${title}</h1>
      <p role="status">${text}</p>
      <p class="soft">${note}</p>${more}`,
  }
}

/** Responds with a page; null for a link that was never mailed. */
export async function sendPage(
  c: Context,
  page: Page | null,
  layout: PageLayout,
): Promise<Response> {
  const language = linkLanguage(c)
  const shown = page ?? noticePage(language, ...UNKNOWN_LINK[language])
  const body = String(await layout.render(shown))
  return c.body(body, page === null ? 404 : 200, { ...layout.headers })
}
