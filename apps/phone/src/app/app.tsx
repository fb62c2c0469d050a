import { useEffect, useState } from 'react'
import { Home } from '#home/home.tsx'
import { Button } from '#ui/button.tsx'
import { sentenceOf } from '#ui/sentence-of.ts'
import type { Phone } from '#wallet/phone.ts'
import { PhoneContext } from '#wallet/use-phone.ts'
import styles from './app.module.css'
import { holdWallet } from './hold-wallet.ts'
import { openPhone } from './open-phone.ts'
import { pairingLinkOf } from './pairing-link.ts'

type Page =
  | { state: 'opening' }
  | { state: 'elsewhere' }
  | { state: 'failed'; problem: string }
  | { state: 'open'; phone: Phone; link: string | null }

/** The whole page: the wallet, or why it is not here. */
export function App() {
  const [page, setPage] = useState<Page>({ state: 'opening' })
  // A page that was opened by a pairing link takes the wallet over.
  const [start, setStart] = useState(() => ({
    link: pairingLinkOf(location.search),
    isForced: false,
  }))
  useEffect(() => {
    const stop = openPage(start, setPage)
    return stop
  }, [start])
  const again = () => {
    setPage({ state: 'opening' })
    setStart({ ...start, isForced: true })
  }
  return (
    <div className={styles['stage']}>
      <div className={styles['device']}>
        <header className={styles['tag']}>Test wallet. Local chain only.</header>
        <Content page={page} onAgain={again} />
      </div>
    </div>
  )
}

function Content({ page, onAgain }: { page: Page; onAgain: () => void }) {
  switch (page.state) {
    case 'opening':
      return (
        <main className={styles['message']}>
          <p role="status">Opening the wallet…</p>
        </main>
      )
    case 'elsewhere':
      return (
        <Message
          title="Open in another tab"
          text="One tab at a time uses the wallet, so that nothing is signed twice."
        >
          <Button onClick={onAgain}>Use it here</Button>
        </Message>
      )
    case 'failed':
      return (
        <Message title="The wallet does not open" text={page.problem}>
          <Button onClick={onAgain}>Try again</Button>
        </Message>
      )
    case 'open':
      return (
        <PhoneContext value={page.phone}>
          <Home link={page.link} />
        </PhoneContext>
      )
  }
}

type MessageProps = { title: string; text: string; children: React.ReactNode }

function Message({ title, text, children }: MessageProps) {
  return (
    <main className={styles['message']}>
      <h1>{title}</h1>
      <p role="status">{text}</p>
      {children}
    </main>
  )
}

type Start = { link: string | null; isForced: boolean }

/** @returns A function that closes the wallet. */
function openPage({ link, isForced }: Start, show: (page: Page) => void): () => void {
  let isOver = false
  let phone: Phone | undefined
  const close = () => {
    isOver = true
    phone?.close()
  }
  const onLost = () => {
    close()
    show({ state: 'elsewhere' })
  }
  const open = async () => {
    if (!(await holdWallet({ isTakenOver: isForced || link !== null, onLost }))) {
      return show({ state: 'elsewhere' })
    }
    phone = await openPhone()
    if (isOver) return phone.close()
    // A reload must not use the link again.
    if (link !== null) history.replaceState(null, '', '/')
    show({ state: 'open', phone, link })
  }
  open().catch((error: unknown) => show({ state: 'failed', problem: sentenceOf(error) }))
  return close
}
