import { Icon } from '#ui/icon.tsx'

/** A link to another site, which opens beside the game. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <Icon name="out" size={12} />
    </a>
  )
}
