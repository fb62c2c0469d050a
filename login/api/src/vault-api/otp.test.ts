import { parse } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import { EmailField } from '../email-field.ts'
import { OtpField } from './otp.ts'

describe('OtpField', () => {
  test.each(['123456', '123 456', ' 123-456 '])('reads %j as its digits', (text) => {
    expect(parse(OtpField, text)).toBe('123456')
  })

  test.each(['12345', '1234567', '12a456', '', '１２３４５６'])('error: refuses %j', (text) => {
    expect(() => parse(OtpField, text)).toThrow()
  })
})

describe('EmailField', () => {
  test('reads an address in one form', () => {
    expect(parse(EmailField, ' Alice@Example.COM ')).toBe('alice@example.com')
  })

  test.each(['', 'alice', 'alice@', `${'a'.repeat(250)}@b.de`, 'a@b.de\r\nBcc: c@d.de'])(
    'error: refuses %j',
    (text) => {
      expect(() => parse(EmailField, text)).toThrow()
    },
  )
})
