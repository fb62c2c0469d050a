import { LANGUAGES } from '@bullring/wire/text/languages'
import { renderToStaticMarkup } from 'react-dom/server'
import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import type { SessionSubject } from '#approval/approval-request.ts'
import { ENGLISH, type FrameMessages } from '#i18n/frame-messages.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import { SessionApproval } from './session-approval.tsx'
import { durationText, endText } from './time-text.ts'

const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** On another day than today, whenever the test runs. */
const END = 1_800_000_000

const grant = {
  kind: 'grant',
  session: {
    key: { x: '0x', y: '0x' },
    valuePerCall: parseEther('0.05'),
    totalValue: parseEther('1'),
    callsPerPeriod: 1_000,
    period: 7_200,
    expiresAt: END,
    methods: [],
  },
  markets: ['BNB', 'ETH'],
  canBet: true,
  canClaim: true,
  load: () => new Promise<never>(() => {}),
} satisfies SessionSubject

/** Returns the page that a request shows. */
function show(subject: SessionSubject, messages: FrameMessages = ENGLISH): Document {
  const request = {
    origin: 'https://app.example',
    account: ME,
    network: { chainId: 56, name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
    subject,
    isSessionTemporary: false,
  }
  const shown = { id: 1, request, isWorking: false, approve: () => {}, reject: () => {} }
  const html = renderToStaticMarkup(
    <MessagesProvider messages={messages}>
      <SessionApproval shown={shown} subject={subject} />
    </MessagesProvider>,
  )
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('SessionApproval', () => {
  test('says what the site may do, how much it can lose and until when', () => {
    const page = show(grant)
    const time = endText(END, 0, ENGLISH)
    expect(page.querySelector('h2')?.textContent).toBe(
      `This site may bet at most 0.05 BNB a round, 1 BNB in all, until ${time}, without asking again.`,
    )
    const text = page.body.textContent
    expect(text).toContain('It may also collect your payouts, which go to your account.')
    expect(text).toContain('You can lose at most 1 BNB.')
    expect(text).toContain('BNB, ETH')
    expect(text).toContain('at most 1,000 times in 2 hours')
    expect(page.querySelector('[aria-disabled="true"]')?.textContent).toBe('Approve')
  })

  test('says when the site may only collect', () => {
    const page = show({ ...grant, canBet: false })
    expect(page.querySelector('h2')?.textContent).toMatch(/^This site may collect your payouts/)
    expect(page.body.textContent).not.toContain('lose')
  })

  test('names the permission that ends', () => {
    const id = `0x${'ab'.repeat(32)}` as const
    const page = show({ kind: 'revocation', id, load: grant.load })
    expect(page.querySelector('h2')?.textContent).toBe('End a permission')
    expect(page.body.textContent).toContain(id)
  })

  test.each(LANGUAGES)('states both limits in %s', async (language) => {
    const title = show(grant, await loadMessages(language)).querySelector('h2')?.textContent
    expect(title).toContain('0.05 BNB')
    expect(title).toContain('1 BNB')
  })
})

test('names the day of a time only when it is another one', () => {
  const end = new Date(2027, 0, 15, 23, 0)
  const endS = end.getTime() / 1_000
  const format = { timeStyle: 'short' } as const
  const time = new Intl.DateTimeFormat('en', format).format(end)
  expect(endText(endS, new Date(2027, 0, 15, 9, 0).getTime(), ENGLISH)).toBe(`${time} today`)
  const dated = new Intl.DateTimeFormat('en', { ...format, dateStyle: 'medium' }).format(end)
  expect(endText(endS, new Date(2027, 0, 14, 23, 0).getTime(), ENGLISH)).toBe(dated)
})

test('writes durations in the largest exact unit', () => {
  const text = (seconds: number) => durationText(seconds, ENGLISH)
  expect([86_400, 3_600, 5_400, 61].map(text)).toEqual([
    '1 day',
    '1 hour',
    '90 minutes',
    '61 seconds',
  ])
})
