import { brandName } from '#browser/page-brand.ts'
import { CodeBlock } from './code-block.tsx'
import { Section } from './section.tsx'

/** The card of the open round, for other pages. */
export function EmbedPanel({ origin, symbol }: { origin: string; symbol: string }) {
  return (
    <Section id="card" title="Round card">
      <p>
        The open round on your page: price, time left, payouts, and a link that opens the game. It
        has no wallet and weighs less than 10 KiB. Themes: <code>light</code>, <code>dark</code>,{' '}
        <code>auto</code>. <a href={`/embed?market=${symbol}`}>See it</a>
      </p>
      <CodeBlock
        name="Script of the card"
        code={`<script src="${origin}/embed.js" data-market="${symbol}" data-theme="auto"></script>`}
      />
      <CodeBlock
        name="Frame of the card"
        code={`<iframe src="${origin}/embed?market=${symbol}&theme=dark" title="${brandName()}" width="320" height="224" style="border:0;color-scheme:normal"></iframe>`}
      />
    </Section>
  )
}
