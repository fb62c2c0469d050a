import { describe, expect, test } from 'vitest'
import { appLink, inAppLink, isSafeLink, linkTarget, webLink } from './deep-links.ts'

const URI = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const ENCODED = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd'
const DEVICE = { isAndroid: false, isTelegram: false }

describe('appLink', () => {
  test.each([
    ['trust://', `trust://wc?uri=${ENCODED}`],
    ['trust:', `trust://wc?uri=${ENCODED}`],
    ['wallet3:/', `wallet3://wc?uri=${ENCODED}`],
    ['https://link.example', `https://link.example/wc?uri=${ENCODED}`],
    ['https://link.example/', `https://link.example/wc?uri=${ENCODED}`],
  ])('%s', (link, expected) => {
    expect(appLink(link, URI, DEVICE)).toBe(expected)
  })

  test('encodes twice for Telegram on Android, which decodes once', () => {
    const twice = appLink('trust://', URI, { isAndroid: true, isTelegram: true })
    expect(twice).toBe(`trust://wc?uri=${encodeURIComponent(ENCODED)}`)
  })
})

describe('webLink', () => {
  test('has one slash before its path', () => {
    expect(webLink('https://web.example/', URI)).toBe(`https://web.example/wc?uri=${ENCODED}`)
  })
})

describe('inAppLink', () => {
  test.each([
    ['https://a.example/dapp/{address}', 'https://a.example/dapp/game.example/?a=1'],
    ['a://open?url={url}', 'a://open?url=https%3A%2F%2Fgame.example%2F%3Fa%3D1'],
  ])('completes %s', (link, expected) => {
    expect(inAppLink(link, 'https://game.example/?a=1')).toBe(expected)
  })
})

describe('linkTarget', () => {
  test.each([
    [false, false, '_self'],
    [false, true, '_top'],
    [true, false, '_blank'],
    [true, true, '_blank'],
  ])('Telegram: %s, in a frame: %s', (isTelegram, isFramed, expected) => {
    expect(linkTarget({ isTelegram, isFramed })).toBe(expected)
  })
})

describe('isSafeLink', () => {
  test('rejects links that run code or embed a document', () => {
    expect(isSafeLink(' JavaScript:alert(1)')).toBe(false)
    expect(isSafeLink('data:text/html,x')).toBe(false)
    expect(isSafeLink('trust://')).toBe(true)
    expect(isSafeLink('https://wallet.example')).toBe(true)
  })

  test.each([
    'java\tscript://%0aalert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript://%0aalert(1)',
    '\u0000data:text/html,x',
    'javascript:',
    'intent://x#Intent;scheme=http;end',
    'Intent:',
    'JAVASCRIPT',
    'vbscript:x',
    'blob:https://a.example/1',
    'filesystem:https://a.example/1',
    'view-source:https://a.example',
    'about:blank',
    'http://wallet.example',
    'https://',
    'https://a b.example',
    '',
  ])('error: rejects %j as a browser would parse it', (link) => {
    expect(isSafeLink(link)).toBe(false)
  })

  test.each([
    'trust:',
    'wallet3:/',
    'trust',
    'io.wallet+x://',
    'https://a.example/?q=1',
    'http://localhost:1',
  ])('accepts %s', (link) => {
    expect(isSafeLink(link)).toBe(true)
  })
})
