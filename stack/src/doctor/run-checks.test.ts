import { expect, test } from 'vitest'
import { on } from './finding.ts'
import { hideSecrets } from './hide-secrets.ts'
import { renderTable } from './render-table.ts'
import { runChecks } from './run-checks.ts'

const signal = new AbortController().signal

test('a check that hangs or fails ends no other', async () => {
  const findings = await runChecks(
    [
      { capability: 'slow', run: () => new Promise(() => undefined) },
      { capability: 'failing', run: () => Promise.reject(new Error('no luck\nURL: secret')) },
      { capability: 'good', run: async () => [on('good', 'works')] },
    ],
    signal,
    50,
  )
  expect(findings).toMatchObject([
    { capability: 'slow', state: 'broken', why: 'no result within 0.05 s' },
    { capability: 'failing', state: 'broken', why: 'no luck' },
    { capability: 'good', state: 'on' },
  ])
})

test('checks end with the command', async () => {
  const stopping = new AbortController()
  const findings = runChecks(
    [{ capability: 'slow', run: () => new Promise(() => undefined) }],
    stopping.signal,
  )
  stopping.abort()
  expect(await findings).toMatchObject([{ capability: 'slow', state: 'broken' }])
})

test('no secret is printed: neither whole nor as a part of a URL or list', () => {
  const start = {
    RPC_URL: 'https://node.example/v1/node-key-1,https://other.example/?key=node-key-2',
    MAIL_URL: 'smtps://operator:pass%20word@mail.example',
    VAULT_OAUTH_CLIENTS: 'google=id:client-secret',
    METRICS_TOKEN: 'token-of-metrics',
    GAME_PUBLIC_URL: 'https://bullring.example',
  }
  const why = [
    'https://node.example/v1/node-key-1 refused node-key-2, "operator" with "pass word",',
    'client-secret, token-of-metrics at bullring.example',
  ].join(' ')
  const [finding] = hideSecrets([on('any', why)], [start])
  expect(finding?.why).not.toMatch(/node-key|operator|pass word|client-secret|token-of/)
  expect(finding?.why).toContain('bullring.example')
})

test('the table begins with what is broken', () => {
  const table = renderTable([
    on('relay', 'runs'),
    { capability: 'mail', state: 'broken', why: 'refused', setting: 'MAIL_URL' },
  ])
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['capability', 'state', 'why', 'setting that gives it'],
    ['mail', 'broken', 'refused', 'MAIL_URL'],
    ['relay', 'on', 'runs'],
  ])
})
