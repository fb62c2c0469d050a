import { describe, expect, test } from 'vitest'
import { handBack } from './hand-back.ts'

const SITE = 'https://game.example'
const STATE = 'a'.repeat(32)
const CALLBACK = 'https://wallet.example/oauth/callback/google?code=c'

/** A callback page that records what it does. */
function createPage(href: string) {
  const posted: unknown[] = []
  const visited: string[] = []
  const page = {
    location: { href, replace: (url: URL) => visited.push(url.href) },
    opener: { postMessage: (message: unknown, origin: string) => posted.push({ message, origin }) },
  } as unknown as Window
  return { page, posted, visited }
}

const deliver = () => Promise.resolve(SITE)

describe('handBack', () => {
  test('posts the URL to the opener, if it is the site that started the login', async () => {
    const href = `${CALLBACK}&state=${STATE}`
    const { page, posted } = createPage(href)
    await handBack({ page, deliver })
    expect(posted).toEqual([{ message: { resultUri: href }, origin: SITE }])
  })

  test('returns to an app without a popup, with the state as it was', async () => {
    const returnTo = `${SITE}/play?tab=1`
    const { page, visited, posted } = createPage(
      `${CALLBACK}&state=${STATE}--${encodeURIComponent(returnTo)}`,
    )
    await handBack({ page, deliver })
    const [url] = visited.map((href) => new URL(href))
    expect(url?.origin).toBe(SITE)
    expect(url?.searchParams.get('tab')).toBe('1')
    expect(url?.searchParams.get('result_uri')).toBe(`${CALLBACK}&state=${STATE}`)
    expect(posted).toEqual([])
  })

  test('error: follows no address of another site, and no script', async () => {
    for (const target of ['https://evil.example/', 'javascript:alert(1)', 'data:text/html,x']) {
      const { page, visited, posted } = createPage(
        `${CALLBACK}&state=${STATE}--${encodeURIComponent(target)}`,
      )
      await expect(handBack({ page, deliver })).rejects.toThrow('another site')
      expect([...visited, ...posted]).toEqual([])
    }
  })

  test('error: posts nothing when the login is unknown', async () => {
    const { page, posted } = createPage(`${CALLBACK}&state=${STATE}`)
    const unknown = () => Promise.reject(new Error('unknown state'))
    await expect(handBack({ page, deliver: unknown })).rejects.toThrow('unknown state')
    expect(posted).toEqual([])
  })
})
