import { useAppConfig } from '#api/market/app-config.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from '../home-messages.ts'
import { ExternalLink } from './external-link.tsx'

/** The operator's texts, contact and links; nothing without an own brand. */
export function BrandLinks() {
  const messages = useMessages(HOME_MESSAGES)
  const language = useLanguage()
  const { brand } = useAppConfig()
  if (brand === null) return null
  const { pages, contact, links } = brand
  return (
    <>
      {pages.map((page) => (
        <a key={page} href={`/${page}?language=${language}`}>
          {messages[page]}
        </a>
      ))}
      {contact !== null && <ExternalLink href={contact}>{messages.contact}</ExternalLink>}
      {links.map(({ label, url }) => (
        <ExternalLink key={url} href={url}>
          {label[language] ?? label.en ?? url}
        </ExternalLink>
      ))}
    </>
  )
}
