import { describe, expect, test } from 'vitest'
import { hostnameOf, isLoopbackHost, urlAtHost } from './site-hosts.ts'

describe('hostnameOf', () => {
  test.each([
    ['Play.Example:3000', 'play.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:80', '::1'],
    ['0x7f.1', '127.0.0.1'],
    ['a@b', null],
    ['evil.example/x', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (host, name) => {
    expect(hostnameOf(host)).toBe(name)
  })
})

describe('urlAtHost', () => {
  test('is null when the host would change the path', () => {
    expect(urlAtHost('Play.Example:80', '/config.json?x')?.href).toBe(
      'http://play.example/config.json?x',
    )
    for (const host of ['evil.example/x', 'a?b', 'a#b', 'a@b', 'a\\b', '', undefined]) {
      expect(urlAtHost(host, '/config.json')).toBeNull()
    }
  })
})

describe('isLoopbackHost', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    'game.localhost',
    '127.0.0.1:1',
    '127.9.9.9',
    '[::1]:3',
  ])('accepts %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.evil.example',
    '10.0.0.1',
    '[::2]',
    '',
  ])('refuses %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  })
})
