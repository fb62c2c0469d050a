import { parse } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import { EmailField } from '../email-field.ts'
import { OtpField } from './otp.ts'

describe('OtpField', () => {
  test.each([
    '123456',
    '123 456',
    ' 123-456 ',
    '１２３４５６',
    '１２３　４５６',
    '١٢٣٤٥٦',
    '123\u202f456',
    '\u200b123456',
  ])('reads %j as its digits', (text) => {
    expect(parse(OtpField, text)).toBe('123456')
  })

  test.each(['12345', '1234567', '12a456', '', '１２３４５', '一二三四五六', '12345²'])(
    'error: refuses %j',
    (text) => {
      expect(() => parse(OtpField, text)).toThrow()
    },
  )
})

describe('EmailField', () => {
  test('reads an address in one form', () => {
    expect(parse(EmailField, ' Alice@Example.COM ')).toBe('alice@example.com')
  })

  test.each([
    'alice＠example。com',
    'ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'Alice Doe <alice@example.com>',
    'mailto:alice@example.com',
    '\u200balice@example.com\u00a0',
  ])('reads %j as its address', (text) => {
    expect(parse(EmailField, text)).toBe('alice@example.com')
  })

  test.each([
    '',
    'alice',
    'alice@',
    'a@b.de, c@d.de',
    '<a@b.de> <c@d.de>',
    'a@@b.de',
    `${'a'.repeat(250)}@b.de`,
    'a@b.de\r\nBcc: c@d.de',
  ])('error: refuses %j', (text) => {
    expect(() => parse(EmailField, text)).toThrow()
  })
})
