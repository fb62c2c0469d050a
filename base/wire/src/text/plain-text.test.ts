import { describe, expect, test } from 'vitest'
import { plainText, typedDigits, typedEmail, typedName } from './plain-text.ts'

describe('plainText', () => {
  test.each([
    ['０。5', '0.5'],
    ['0。5', '0.5'],
    ['０．５', '0.5'],
    ['0｡5', '0.5'],
    ['１，０', '1,0'],
    ['١٢', '12'],
    ['٠٫٥', '0.5'],
    ['١٬٠٠٠', '1 000'],
    ['۴۵۶', '456'],
    ['०१२३४५६७८९', '0123456789'],
    ['\u{1d7d8}\u{1d7e1}', '09'],
    ['1\u00a0000', '1 000'],
    ['1\u202f000\u3000', '1 000 '],
    ['\u200e12\u200b3\ufeff', '123'],
    ['ａ＠ｂ', 'a@b'],
    // No keyboard makes these for a plain number.
    ['5²', '5²'],
    ['½', '½'],
    ['一二', '一二'],
    ['é ñ ğ', 'é ñ ğ'],
    ['', ''],
  ])('reads %j as %j', (text, plain) => expect(plainText(text)).toBe(plain))
})

test.each([
  ['alice。eth', 'alice.eth'],
  ['alice．eth', 'alice.eth'],
  ['\u200e alice｡eth\u00a0\n', 'alice.eth'],
  // Another account than without the joiners, and letters that ENS refuses or maps by its own rules.
  ['\u{1f468}\u200d\u{1f469}.eth', '\u{1f468}\u200d\u{1f469}.eth'],
  ['ａｌｉｃｅ.eth', 'ａｌｉｃｅ.eth'],
])('typedName reads %j as %j', (text, name) => expect(typedName(text)).toBe(name))

test.each([
  ['１２３ ４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['123\u202f456', '123456'],
  ['Your code: 123-456.', '123456'],
])('typedDigits reads %j as %j', (text, digits) => expect(typedDigits(text)).toBe(digits))

test.each([
  ['a＠b。com', 'a@b.com'],
  ['ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'alice@example.com'],
  [' a@b.c\u00a0', 'a@b.c'],
  ['\u200ba@b.c\ufeff', 'a@b.c'],
  ['Alice <a@b.c>', 'a@b.c'],
  ['"Doe, Alice" < a@b.c >', 'a@b.c'],
  ['<a@b.c>', 'a@b.c'],
  ['mailto:a@b.c', 'a@b.c'],
  ['MAILTO:a@b.c?subject=Hi', 'a@b.c'],
  ['Alice <mailto:a@b.c>', 'a@b.c'],
  ['a@b.c, d@e.f', 'a@b.c, d@e.f'],
  ['a b@c.d', 'a b@c.d'],
  ['<a@b.c> <d@e.f>', '<a@b.c> <d@e.f>'],
])('typedEmail reads %j as %j', (text, email) => expect(typedEmail(text)).toBe(email))
