import { Button } from '@bullring/ui/button'
import { Notice } from '@bullring/ui/notice'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { sentenceOf } from '#ui/sentence-of.ts'
import { Sheet } from '#ui/sheet.tsx'
import { usePhone } from '#wallet/use-phone.ts'
import { CameraView } from './camera-view.tsx'
import styles from './pair-sheet.module.css'

type PairSheetProps = {
  mode: 'scan' | 'paste'
  /** Pairing link with which this page was opened. */
  link: string | null
  onClose: () => void
}

/** Longest expected time of a site to respond. */
const SLOW_MS = 12_000

/** Takes a pairing link, by camera or as text, and waits for what the site proposes. */
export function PairSheet({ mode, link, onClose }: PairSheetProps) {
  const pairing = usePairing(link)
  const field = useId()
  const [text, setText] = useState('')
  if (pairing.isWaiting) {
    return (
      <Sheet title="Waiting for the site…" onClose={onClose}>
        <Waiting />
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Sheet>
    )
  }
  return (
    <Sheet title={mode === 'scan' ? 'Scan a code' : 'Paste a link'} onClose={onClose}>
      {mode === 'scan' && <CameraView onCode={pairing.pairScanned} />}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          pairing.pair(text)
        }}
      >
        <label htmlFor={field}>
          {mode === 'scan'
            ? 'Or paste the link of the code'
            : 'Copy the link below the code of the site'}
        </label>
        <textarea
          id={field}
          rows={3}
          placeholder="wc:…"
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        {pairing.problem && <Notice tone="warning">{pairing.problem}</Notice>}
        <Button
          tone={mode === 'scan' ? 'quiet' : 'strong'}
          disabled={text.trim() === ''}
          onClick={() => pairing.pair(text)}
        >
          Connect
        </Button>
      </form>
    </Sheet>
  )
}

function Waiting() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status">
      {isSlow
        ? 'The site has not responded. A code works once: get a new one there, and scan that.'
        : "The site's request will appear here in a moment."}
    </p>
  )
}

type Pairing = {
  isWaiting: boolean
  problem: string | null
  pair: (link: string) => void
  /** Returns whether pairing starts. It does not for a code that was tried before: the camera still sees it. */
  pairScanned: (code: string) => boolean
}

function usePairing(link: string | null): Pairing {
  const phone = usePhone()
  const [isWaiting, setWaiting] = useState(link !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const tried = useRef(new Set<string>())
  const pair = (text: string) => {
    if (isBusy.current || text.trim() === '') return
    isBusy.current = true
    tried.current.add(text)
    setProblem(null)
    setWaiting(true)
    phone
      .pair(text)
      .catch((error: unknown) => {
        setProblem(sentenceOf(error))
        setWaiting(false)
      })
      .finally(() => {
        isBusy.current = false
      })
  }
  const pairScanned = (code: string) => {
    const isNew = !tried.current.has(code)
    if (isNew) pair(code)
    return isNew
  }
  const start = useEffectEvent(() => {
    if (link !== null) pair(link)
  })
  useEffect(() => start(), [])
  return { isWaiting, problem, pair, pairScanned }
}
