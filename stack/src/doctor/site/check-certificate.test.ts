import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runChecks } from '../run-checks.ts'
import { type Certificate, makeCertificate } from '../testing/make-certificate.ts'
import { checkCertificates } from './check-certificate.ts'

const HOST = 'bullring.example'

let server: Server | null = null

afterEach(() => {
  server?.close()
})

async function examine(certificate: Certificate, authority: string | null) {
  server = createServer(certificate).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reach = { address: '127.0.0.1', port, authority, nameServers: null }
  const [finding] = await runChecks(
    [checkCertificates([HOST], reach)],
    new AbortController().signal,
  )
  return finding
}

test('accepts a certificate that is valid for weeks', async () => {
  const certificate = await makeCertificate(HOST, 60)
  const finding = await examine(certificate, certificate.cert)
  expect(finding).toMatchObject({ state: 'on', why: expect.stringMatching(/^valid for (?:59|60)/) })
})

test.each([
  ['expired', -1, HOST, 'CERT_HAS_EXPIRED'],
  ['about to expire', 5, HOST, 'valid for 4 more days'],
  ['of another name', 60, 'other.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('reports a certificate that is %s', async (_, days, host, why) => {
  const certificate = await makeCertificate(host, days)
  const finding = await examine(certificate, certificate.cert)
  expect(finding).toMatchObject({ state: 'broken', why: expect.stringContaining(why) })
})

test('reports a certificate that no browser trusts', async () => {
  const finding = await examine(await makeCertificate(HOST, 60), null)
  expect(finding).toMatchObject({ state: 'broken', why: expect.stringMatching(/SELF_SIGNED/) })
})

test('reports a port that nothing listens at', async () => {
  const reach = { address: '127.0.0.1', port: 1, authority: null, nameServers: null }
  const findings = await runChecks([checkCertificates([HOST], reach)], new AbortController().signal)
  expect(findings).toMatchObject([
    { state: 'broken', why: 'no connection to port 1 (ECONNREFUSED)' },
  ])
})
