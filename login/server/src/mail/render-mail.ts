import type { Brand } from '@bullring/server/brand/read-brand'
import type { Language } from '@bullring/wire/text/languages'
import { PRODUCT_NAME, withBrandName } from '@bullring/wire/text/product-name'
import { html, raw } from 'hono/html'
import { type MailColours, mailLook } from './mail-style.ts'

/** HTML whose inserted texts are escaped. */
type Html = ReturnType<typeof html>

/** Content of a mail. Every text is plain text. */
export type MailContent = {
  language: Language
  subject: string
  /** Sentence that mail clients show after the subject in the list. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  /** Code to type or to copy. */
  code?: string
  /** The one link of the mail. Its URL is also shown as text. */
  button?: { label: string; url: string }
  /** Facts such as when and where. */
  details?: readonly { label: string; value: string }[]
  /** Small print: advice to a reader who did not expect this mail. */
  notes: readonly string[]
}

/** A mail ready to send. */
export type RenderedMail = { subject: string; html: string; text: string }

const OPEN_ADDRESS: Readonly<Record<Language, string>> = {
  en: 'Or open this address:',
  es: 'O abre esta dirección:',
  'pt-BR': 'Ou abra este endereço:',
  tr: 'Veya şu adresi açın:',
  vi: 'Hoặc mở địa chỉ này:',
  'zh-CN': '或打开此地址：',
}
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Long addresses must not make the mail wider than a phone. */
const BREAK = 'overflow-wrap:anywhere;word-break:break-word'
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

/**
 * Lays out a mail as HTML, without pictures or anything to load, and as text.
 *
 * @param brand - The operator's own, whose name and colours it gets; null for the product's.
 */
export async function renderMail(
  given: MailContent,
  brand: Brand | null = null,
): Promise<RenderedMail> {
  const name = brand?.name ?? PRODUCT_NAME
  const content = named(given, name)
  return {
    subject: content.subject,
    html: String(await page(content, { name, ...mailLook(brand) })),
    text: textOf(content, name),
  }
}

/** Texts name the product; codes, addresses and facts stay as they are. */
function named(content: MailContent, name: string): MailContent {
  const rename = (text: string) => withBrandName(text, name)
  return {
    ...content,
    subject: rename(content.subject),
    preview: rename(content.preview),
    heading: rename(content.heading),
    paragraphs: content.paragraphs.map(rename),
    notes: content.notes.map(rename),
  }
}

type Look = ReturnType<typeof mailLook> & { name: string }

function page(content: MailContent, { name, colours: C, style }: Look): Html {
  const { language, subject, preview, heading, paragraphs, notes } = content
  return html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(style)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${C.paper}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div class="paper" role="article" aria-label="${subject}" lang="${language}" style="background:${C.paper};padding:24px 12px;${FONT}">
<div style="max-width:480px;margin:0 auto">
<p class="soft" style="margin:0 0 12px 4px;font-size:14px;font-weight:600;color:${C.soft}">${name}</p>
<div class="card" style="background:${C.card};border:1px solid ${C.line};border-radius:20px;padding:32px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:650;letter-spacing:-.01em;color:${C.ink};${BREAK}">${heading}</h1>
${paragraphs.map((text) => paragraph(text, C))}
${codeOf(content, C)}${buttonOf(content, C)}${detailsOf(content, C)}
<div class="soft" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${C.line}">
${notes.map((text) => note(text, C))}
</div>
</div>
</div>
</div>
</body>
</html>`
}

function paragraph(text: string, C: MailColours): Html {
  return html`<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.5;color:${C.ink};${BREAK}">${text}</p>`
}

function note(text: string, C: MailColours): Html {
  return html`<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:${C.soft}">${text}</p>`
}

/** The space is not for the clipboard: clients copy the digits, and the field accepts both. */
function codeOf({ code }: MailContent, C: MailColours): Html | string {
  if (code === undefined) return ''
  return html`<p class="code" style="margin:20px 0;padding:20px 12px;border-radius:14px;background:${C.wash};color:${C.ink};text-align:center;font-size:34px;line-height:1;font-weight:700;letter-spacing:.08em;white-space:nowrap;${MONO}">${grouped(code)}</p>`
}

function buttonOf({ button, language }: MailContent, C: MailColours): Html | string {
  if (button === undefined) return ''
  const { label, url } = button
  return html`<p style="margin:20px 0"><a class="button" href="${url}" style="display:block;padding:15px 20px;border-radius:12px;background:${C.amber};color:${C.onAmber};text-align:center;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>
<p class="soft" style="margin:0 0 12px;font-size:13px;line-height:1.5;color:${C.soft};${BREAK}">${OPEN_ADDRESS[language]} ${url}</p>`
}

function detailsOf({ details }: MailContent, C: MailColours): Html | string {
  if (details === undefined) return ''
  const rows = details.map(
    ({ label, value }) =>
      html`<tr><th scope="row" class="soft" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap;color:${C.soft}">${label}</th><td class="ink" style="padding:4px 0;color:${C.ink};${BREAK}">${value}</td></tr>`,
  )
  return html`<table style="margin:16px 0 0;border-collapse:collapse;font-size:14px;line-height:1.5">${rows}</table>`
}

function textOf(content: MailContent, name: string): string {
  const { heading, paragraphs, code, button, details = [], notes } = content
  const blocks = [
    heading,
    ...paragraphs,
    code === undefined ? null : `    ${grouped(code)}`,
    button === undefined ? null : `${button.label}:\n${button.url}`,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n') || null,
    `-- \n${[name, ...notes].join('\n')}`,
  ]
  return `${blocks.filter((block) => block !== null).join('\n\n')}\n`
}

/** In two groups, which are easier to remember than six digits. */
function grouped(code: string): string {
  const middle = Math.ceil(code.length / 2)
  return `${code.slice(0, middle)} ${code.slice(middle)}`
}
