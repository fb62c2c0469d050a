import { expect, test } from 'vitest'
import { webhookTarget } from './webhook-target.ts'

test.each([
  'https://hooks.example/bullring?key=1',
  'https://hooks.example:443/',
  'https://8.8.8.8/x',
])('accepts %s, which the guard checks again when it is resolved', (text) => {
  for (const allowsLoopback of [true, false]) {
    expect(webhookTarget(text, allowsLoopback)).toMatchObject({ isConfigured: false })
  }
})

test.each([
  'http://hooks.example/',
  'https://hooks.example:8443/',
  'https://user:password@hooks.example/',
  'ftp://hooks.example/',
  'file:///etc/passwd',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/',
  'https://0/',
  'https://167772161/',
  'https://0x0a.0.0.1/',
  'https://012.0.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::1]/',
  'not a URL',
])('error: refuses %s everywhere', (text) => {
  expect(webhookTarget(text, true)).toBe(null)
  expect(webhookTarget(text, false)).toBe(null)
})

test.each([
  'http://127.0.0.1:8080/x',
  'http://127.1/x',
  'http://localhost:8080/x',
  'http://[::1]:8080/x',
  'https://localhost/x',
])('error: refuses %s but where this machine is a target', (text) => {
  expect(webhookTarget(text, true)).toMatchObject({ isConfigured: true })
  expect(webhookTarget(text, false)).toBe(null)
})
