import { describe, expect, test } from 'vitest'
import { developerLimitIssues, FARCASTER_LOCAL_URL, OAUTH_LOCAL_URL } from './login-settings.ts'

describe('LOGIN_DEVELOPER_LIMITS', () => {
  const issuesOf = (flag: string, CUSTODY_PUBLIC_URL?: string) =>
    developerLimitIssues({ LOGIN_DEVELOPER_LIMITS: flag, CUSTODY_PUBLIC_URL })

  test.each(['http://127.0.0.1:4200', 'http://localhost:3001', 'http://[::1]:3001'])(
    'are for a wallet at %s',
    (url) => {
      expect(issuesOf('true', url)).toEqual([])
    },
  )

  test.each(['https://wallet.example', 'http://192.168.0.2:3001', 'http://localhost.example', 'x'])(
    'error: are refused for a wallet at %s',
    (url) => {
      expect(issuesOf('true', url)).toHaveLength(1)
      expect(issuesOf('yes', url)).toHaveLength(1)
      expect(issuesOf('false', url)).toEqual([])
    },
  )

  test('error: are refused for a wallet without a URL', () => {
    expect(issuesOf('1')).toHaveLength(1)
  })
})

test.each([OAUTH_LOCAL_URL, FARCASTER_LOCAL_URL])(
  'error: a server elsewhere cannot stand in',
  ({ kind }) => {
    expect(kind.safeParse('http://127.0.0.1:1').success).toBe(true)
    expect(kind.safeParse('https://provider.example').success).toBe(false)
  },
)
