import { Button } from '@bullring/ui/button'
import { useEffect, useState } from 'react'
import { Home } from '#home/home.tsx'
import { PhoneContext } from '#wallet/use-phone.ts'
import styles from './app.module.css'
import { openPage, type Page } from './open-page.ts'

/** The page: the wallet, or why it is not here. */
export function App() {
  const [page, setPage] = useState<Page>({ state: 'opening' })
  // A page that was opened by a pairing link takes the wallet over.
  const [start, setStart] = useState(() => ({
    link: readPairingLink(location.search),
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
        <Message title="The wallet could not be opened" text={page.problem}>
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

/** Returns the pairing link of the page's address: `/?uri=wc:…` or `/wc?uri=wc:…`, encoded or not. */
function readPairingLink(search: string): string | null {
  // Without encoding, the link's own parameters follow.
  const [, plain] = /[?&]uri=(wc:.*)$/.exec(search) ?? []
  return plain ?? new URLSearchParams(search).get('uri')
}
