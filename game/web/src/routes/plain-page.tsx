import type { ReactNode } from 'react'
import { brandName } from '#browser/page-brand.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import styles from './plain-page.module.css'
import { RouteLink } from './route-link.tsx'

type PlainPageProps = {
  /** Width of the content, a CSS length. */
  width: string
  /** Purpose of the link of the brand. */
  home: string
  /** Heading beside the brand; a page without one has it in the content. */
  title?: string
  tools?: ReactNode
  children: ReactNode
}

/** A page beside the game: brand, heading, content. */
export function PlainPage({ width, home, title, tools, children }: PlainPageProps) {
  return (
    <div className={styles['page']} style={{ '--page-width': width }}>
      <header className={styles['bar']}>
        <RouteLink href="/" className={styles['brand']} aria-label={`${brandName()}: ${home}`}>
          <BrandMark />
          <span>{brandName()}</span>
        </RouteLink>
        {title !== undefined && <h1>{title}</h1>}
        {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
      </header>
      <main className={styles['main']}>{children}</main>
    </div>
  )
}
