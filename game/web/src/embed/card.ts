import { preferredLanguage } from '@bullring/wire/text/visit-language'
import { chainTimeOf } from '#chain/clock/chain-clock.ts'
import {
  type CardConfig,
  type CardRound,
  readClock,
  readConfig,
  readLastPrice,
  readPrice,
  readRound,
  readSpreadMs,
} from './card-data.ts'
import { CARD_TEXTS, type CardTexts } from './card-texts.ts'
import { showFrame, showNote, showRound } from './card-view.ts'

const TIMEOUT_MS = 10_000
const RETRY_MS = 5_000
/** The stream sends something every 2 s. After this time it counts as broken, and the card asks. */
const QUIET_MS = 8_000
const TICK_MS = 1_000

type Card = { symbol: string; texts: CardTexts; coin: string }

/** Sends a request: POST with a body, otherwise GET. */
async function request(path: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  return await response.json()
}

/** Waits until the service responds. */
async function fetchConfig(): Promise<CardConfig> {
  for (;;) {
    try {
      return readConfig(await request('/config.json'))
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Keeps the card up to date: by the live stream, and by asking while that is silent. */
function follow({ symbol, texts, coin }: Card): void {
  let round: CardRound | null = null
  let price: bigint | null = null
  let offsetSeconds = 0
  let isFailed = false
  let isAsking = false
  let isOutdated = false
  let heardAtMs = Number.NEGATIVE_INFINITY
  let source: EventSource | null = null

  const draw = () => {
    if (round === null) return isFailed ? showNote(texts.failed) : undefined
    const now = performance.now() / 1_000 + offsetSeconds
    showRound(texts, coin, { round, price, secondsLeft: round.lockTimestamp - now, isFailed })
  }
  const ask = async () => {
    // A response on its way may be from before the change.
    isOutdated = isAsking
    if (isAsking) return
    isAsking = true
    const sentAtMs = performance.now()
    try {
      const [clock, open, prices] = await Promise.all([
        request('/healthz').then((value) => ({ value, receivedAtMs: performance.now() })),
        request('/api/round-info', { symbol }),
        request('/api/token-prices', { symbol, limit: 1 }),
      ])
      const { receivedAtMs, value } = clock
      const time = chainTimeOf({ ...readClock(value), sentAtMs, receivedAtMs })
      offsetSeconds = time - receivedAtMs / 1_000
      round = readRound(open)
      price = readLastPrice(prices) ?? price
      isFailed = false
    } catch {
      isFailed = true
    }
    isAsking = false
    draw()
    if (isOutdated) void ask()
  }
  const events: Readonly<Record<string, (data: unknown) => void>> = {
    price: (data) => {
      price = readPrice(data)
    },
    round: (data) => {
      const changed = readRound(data)
      if (changed.epoch === round?.epoch) round = changed
    },
    epoch: () => void ask(),
    // Spread, because every card has to ask.
    reset: (data) => void setTimeout(() => void ask(), Math.random() * readSpreadMs(data)),
    heartbeat: () => undefined,
  }
  const listen = () => {
    source?.close()
    source = new EventSource(`/api/stream?symbol=${symbol}`)
    for (const [name, onEvent] of Object.entries(events)) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAtMs = performance.now()
        try {
          onEvent(JSON.parse(data))
        } catch {
          // An event that cannot be read counts as missed.
          void ask()
        }
        draw()
      })
    }
  }
  let askedAtMs = Number.NEGATIVE_INFINITY
  const tick = () => {
    const now = performance.now()
    // Browsers allow six connections per server over HTTP/1.1: a card out of sight needs none.
    if (document.hidden) {
      source?.close()
      heardAtMs = Number.NEGATIVE_INFINITY
      return
    }
    const isQuiet = now - heardAtMs > QUIET_MS
    if ((isQuiet || isFailed) && now - askedAtMs > QUIET_MS) {
      askedAtMs = now
      if (isQuiet) listen()
      void ask()
    }
    draw()
  }
  document.addEventListener('visibilitychange', () => {
    askedAtMs = Number.NEGATIVE_INFINITY
    tick()
  })
  setInterval(tick, TICK_MS)
  tick()
}

/** Begins the card that the address of the frame describes. */
async function start(): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  const theme = query.get('theme')
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const applyTheme = () => {
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }
  dark.addEventListener('change', applyTheme)
  applyTheme()
  const { markets, languages, coin } = await fetchConfig()
  const named = query.get('language')
  const language = preferredLanguage(named === null ? navigator.languages : [named], languages)
  document.documentElement.lang = language
  const texts = CARD_TEXTS[language]
  const symbol = query.get('market') ?? markets[0] ?? ''
  showFrame(texts, symbol)
  if (markets.includes(symbol)) follow({ symbol, texts, coin })
  else showNote(texts.unknown.replace('{market}', symbol))
}

void start()
