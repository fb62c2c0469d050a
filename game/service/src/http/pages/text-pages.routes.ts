import type { Brand, BrandTexts } from '@bullring/server/brand/read-brand'
import { requestLanguage } from '@bullring/server/http/request-language'
import { createPageLayout, type Html } from '@bullring/server/page'
import type { TextPage } from '@bullring/wire/http/text-page'
import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { TEXT_TITLES } from './text-titles.ts'

const STYLE = `
main { width: min(44rem, 100%); gap: .875rem; grid-template-columns: minmax(0, 1fr) }
h2 { padding-top: .5rem; font-size: 1.125rem; line-height: 1.3 }
p, h2 { white-space: pre-line; overflow-wrap: anywhere }
a { color: var(--amber); text-underline-offset: .2em }
`

/** GET /rules, /terms, /privacy and /imprint, as far as the brand has their texts. */
export function textPageRoutes(brand: Brand | null): Hono {
  const routes = new Hono()
  if (brand === null) return routes
  const layout = createPageLayout(STYLE, brand)
  for (const [page, texts] of brand.texts) {
    routes.get(`/${page}`, async (c) => {
      const language = languageOf(c, texts)
      const content = textPage(page, language, texts[language] ?? texts.en)
      const body = await layout.render({ title: TEXT_TITLES[page][language], language, content })
      return c.body(String(body), 200, { ...layout.headers, 'cache-control': 'no-cache' })
    })
  }
  return routes
}

/** The language that the link names, else the browser's; English where the text is not in it. */
function languageOf(c: Context, texts: BrandTexts): Language {
  const named = LANGUAGES.find((language) => language === c.req.query('language'))
  const wanted = named ?? requestLanguage(c)
  return texts[wanted] === undefined ? 'en' : wanted
}

function textPage(page: TextPage, language: Language, text: string): Html {
  const blocks = text.split(/\r?\n\s*\r?\n/).map((block) => block.trim())
  return html`<h1>${TEXT_TITLES[page][language]}</h1>
    ${blocks.map((block) => (block.startsWith('# ') ? html`<h2>${block.slice(2)}</h2>` : html`<p>${block}</p>`))}
    <p><a href="/">${TEXT_TITLES.back[language]}</a></p>`
}
