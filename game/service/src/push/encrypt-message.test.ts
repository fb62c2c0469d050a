import { expect, test } from 'vitest'
import { encryptMessage } from './encrypt-message.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

const KEYS = {
  p256dh: bytes(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
}

test('encrypts the example of RFC 8291, section 5', () => {
  const encrypted = encryptMessage('When I grow up, I want to be a watermelon', KEYS, {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    paddedBytes: 0,
  })
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the length of a message says nothing about its text', () => {
  expect(encryptMessage('lost', KEYS)).toHaveLength(encryptMessage('won 1,000', KEYS).length)
})

test('error: a key that is no point of the curve', () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])
  expect(() => encryptMessage('won', { ...KEYS, p256dh })).toThrow()
})
