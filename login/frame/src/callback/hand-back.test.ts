import { describe, expect, test } from 'vitest'
import { handBack } from './hand-back.ts'

const SITE = 'https://game.example'
const STATE = 'a'.repeat(32)
const CALLBACK = 'https://wallet.example/oauth/callback/google?code=c'
const LOGIN = { state: STATE, provider: 'google', origin: SITE, codeVerifier: 'v' } as const

/** A callback page that records what it does. */
function createPage(href: string) {
  const offered: string[] = []
  const visited: string[] = []
  const page = { location: { href, replace: (url: URL) => visited.push(url.href) } }
  return {
    options: {
      page: page as unknown as Window,
      findLogin: (state: string) => Promise.resolve(state === STATE ? LOGIN : undefined),
      offer: (uri: string) => {
        offered.push(uri)
        return Promise.resolve()
      },
    },
    offered,
    visited,
  }
}

describe('handBack', () => {
  test('offers the URL to the frame that started the login', async () => {
    const href = `${CALLBACK}&state=${STATE}`
    const { options, offered, visited } = createPage(href)
    await handBack(options)
    expect([offered, visited]).toEqual([[href], []])
  })

  test('returns to an app without a popup, with the state as it was', async () => {
    const returnTo = `${SITE}/play?tab=1--2`
    const { options, visited, offered } = createPage(
      `${CALLBACK}&state=${STATE}--${encodeURIComponent(returnTo)}`,
    )
    await handBack(options)
    const [url] = visited.map((href) => new URL(href))
    expect(url?.origin).toBe(SITE)
    expect(url?.searchParams.get('tab')).toBe('1--2')
    expect(url?.searchParams.get('result_uri')).toBe(`${CALLBACK}&state=${STATE}`)
    expect(offered).toEqual([])
  })

  test('error: follows no address of another site, and no script', async () => {
    const targets = ['https://evil.example/', 'javascript:alert(1)', 'data:text/html,x', '', SITE]
    for (const target of targets) {
      // The last one is the right site, but this browser has not started that login.
      const state = target === SITE ? 'b'.repeat(32) : STATE
      const { options, visited, offered } = createPage(
        `${CALLBACK}&state=${state}--${encodeURIComponent(target)}`,
      )
      await expect(handBack(options)).rejects.toThrow('not started here')
      expect([...visited, ...offered]).toEqual([])
    }
  })

  test('error: reports a login that no frame has started', async () => {
    const { options } = createPage(`${CALLBACK}&state=${STATE}`)
    const offer = () => Promise.reject(new Error('no frame'))
    await expect(handBack({ ...options, offer })).rejects.toThrow('no frame')
  })
})
